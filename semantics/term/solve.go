package term

// SolveFor returns the value of v that makes the equation f true, if f is an
// equation from which v can be isolated: v = t, or a linear equation in which v
// has coefficient 1 or -1 and occurs nowhere else. It returns nil otherwise.
func SolveFor(f *Term, v *Variable) *Term {
	switch {
	case f.kind == KVar && f.Variable() == v:
		return True
	case f.sym == BoolNot && f.args[0].kind == KVar && f.args[0].Variable() == v:
		return False
	case f.sym == KEq || f.sym == BoolEq:
		for i := range 2 {
			a, b := f.args[i], f.args[1-i]
			if a.kind == KVar && a.Variable() == v && !Occurs(v, b) {
				return b
			}
		}
	case f.sym == IntEq:
		return solveLinear(combination(f.args[0], f.args[1], -1), v)
	}
	return nil
}

// solveLinear solves p = 0 for v: of 3 - x + 2y = 0 the solution for x is 3 + 2y;
// for y there is none without a division.
func solveLinear(p poly, v *Variable) *Term {
	rest := poly{c: p.c}
	own := number{}
	for _, m := range p.mons {
		if len(m.atoms) == 1 && m.atoms[0].kind == KVar && m.atoms[0].Variable() == v {
			if !m.coef.isUnit() {
				return nil
			}
			own = m.coef
			continue
		}
		for _, a := range m.atoms {
			if Occurs(v, a) {
				return nil
			}
		}
		rest.mons = append(rest.mons, m)
	}
	if own.sign() == 0 {
		return nil
	}
	return scale(rest, own.negated()).term()
}
