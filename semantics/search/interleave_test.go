package search_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// An interpreter of the languages of testdata/threads.k and testdata/tasks.k that knows
// nothing of rules: it enumerates all interleavings of programs given as trees. Searches
// are compared with it.

// expr is an expression; begun says which operand is being evaluated, from 1.
type expr struct {
	op          string // "lit", "name", ":=", "start", "bump", "+", "-", "/", "<"
	value       int    // of a literal; a condition is 0 or 1
	name        string
	left, right *expr
	body        []*stmt
	begun       int
}

func (e *expr) String() string {
	switch e.op {
	case "lit":
		return fmt.Sprint(e.value)
	case "name":
		return e.name
	case "bump":
		return "bump " + e.name
	case ":=":
		return fmt.Sprintf("(%s := %v)", e.name, e.left)
	case "start":
		return fmt.Sprintf("start %s", block(e.body))
	}
	return fmt.Sprintf("(%v %s %v)", e.left, e.op, e.right)
}

// state is the text with the marks of evaluation.
func (e *expr) state() string {
	if e.left == nil {
		return e.String()
	}
	text := e.op + e.name + fmt.Sprint(e.begun) + "[" + e.left.state()
	if e.right != nil {
		text += "," + e.right.state()
	}
	return text + "]"
}

// stmt is a statement; kind "done" is the end of the block of a try.
type stmt struct {
	kind       string // "do", "say", "wait", "take", "grab", "free", "meet", "fail", "try", "if", "done"
	e          *expr
	name       string
	body, rest []*stmt
}

func (s *stmt) String() string {
	switch s.kind {
	case "do":
		return s.e.String() + ";"
	case "try":
		return fmt.Sprintf("try %s else %s %s", block(s.body), s.name, block(s.rest))
	case "if":
		return fmt.Sprintf("if %v %s else %s", s.e, block(s.body), block(s.rest))
	}
	return fmt.Sprintf("%s %v;", s.kind, s.e)
}

func block(body []*stmt) string { return "{ " + lines(body) + " }" }

func lines(body []*stmt) string {
	var out []string
	for _, s := range body {
		out = append(out, s.String())
	}
	return strings.Join(out, " ")
}

// task is a thread of execution with what it still has to do.
type task struct {
	id    int
	todo  []*stmt
	taken map[int]int
}

// world is a configuration.
type world struct {
	stays  bool // a task that has ended stays, as in testdata/threads.k
	tasks  []*task
	mem    map[string]int
	ended  map[int]bool
	out    string
	nextID int
	broken bool // a task divides by zero, which has no result in testdata/tasks.k
}

func (w *world) clone() *world {
	c := *w
	c.tasks, c.broken = nil, false
	for _, t := range w.tasks {
		c.tasks = append(c.tasks, &task{t.id, slices.Clone(t.todo), maps.Clone(t.taken)})
	}
	c.mem, c.ended = maps.Clone(w.mem), maps.Clone(w.ended)
	return &c
}

func (w *world) key() string {
	var b strings.Builder
	var tasks []string
	for _, t := range w.tasks {
		text := fmt.Sprint(t.id, t.taken)
		for _, s := range t.todo {
			text += "/" + s.kind
			if s.e != nil {
				text += s.e.state()
			}
			text += s.name + lines(s.body) + "|" + lines(s.rest)
		}
		tasks = append(tasks, text)
	}
	slices.Sort(tasks)
	fmt.Fprint(&b, tasks, w.mem, w.ended, w.out, w.nextID)
	return b.String()
}

// finished reports whether every task has come to its end.
func (w *world) finished() bool {
	return !slices.ContainsFunc(w.tasks, func(t *task) bool { return len(t.todo) > 0 })
}

// seen is what is to be seen of an end. Where a rule has no result, execution is stuck,
// whatever other tasks may do.
func (w *world) seen() string {
	kind := "final"
	if !w.finished() {
		kind = "stuck"
	}
	var mem []string
	for _, name := range slices.Sorted(maps.Keys(w.mem)) {
		mem = append(mem, fmt.Sprintf("%s=%d", name, w.mem[name]))
	}
	return fmt.Sprintf("%s %q %s", kind, w.out, strings.Join(mem, " "))
}

// with is a copy in which task i goes on with the given statements.
func (w *world) with(i int, todo ...[]*stmt) *world {
	c := w.clone()
	c.tasks[i].todo = slices.Concat(todo...)
	return c
}

// next returns the successors of a world.
func (w *world) next() []*world {
	var out []*world
	for i, t := range w.tasks {
		if len(t.todo) > 0 {
			out = append(out, w.step(i, t.todo[0], t.todo[1:])...)
		} else if !w.stays {
			c := w.clone()
			c.tasks = slices.Delete(c.tasks, i, i+1)
			c.ended[t.id] = true
			out = append(out, c)
		}
	}
	return out
}

// step returns the ways in which task i goes on with its first statement.
func (w *world) step(i int, s *stmt, rest []*stmt) []*world {
	switch s.kind {
	case "done":
		return []*world{w.with(i, rest)}
	case "try":
		return []*world{w.with(i, s.body, []*stmt{{kind: "done", name: s.name, rest: s.rest}}, rest)}
	}
	if s.e.op != "lit" {
		var out []*world
		for _, n := range w.eval(i, s.e) {
			c := *s
			c.e = n.e
			n.w.tasks[i].todo = append([]*stmt{&c}, rest...)
			out = append(out, n.w)
		}
		return out
	}
	return w.act(i, s, rest)
}

// act does what a statement does with a value.
func (w *world) act(i int, s *stmt, rest []*stmt) []*world {
	v := s.e.value
	after := w.with(i, rest)
	me := after.tasks[i]
	switch s.kind {
	case "say":
		after.out += fmt.Sprint(v)
	case "wait":
		if !w.over(v) {
			return nil
		}
	case "take":
		if w.holds(v, w.tasks[i]) {
			return nil
		}
		me.taken[v]++
	case "grab":
		if !w.holds(v, nil) {
			take := &stmt{kind: "take", e: s.e}
			return []*world{after, w.with(i, []*stmt{take}, rest)}
		}
	case "free":
		if me.taken[v]--; me.taken[v] < 0 {
			return nil
		} else if me.taken[v] == 0 {
			delete(me.taken, v)
		}
	case "meet":
		return w.meet(i, v)
	case "fail":
		at := slices.IndexFunc(rest, func(s *stmt) bool { return s.kind == "done" })
		if at < 0 {
			return nil
		}
		set := &stmt{kind: "do", e: &expr{op: ":=", name: rest[at].name, left: s.e}}
		return []*world{w.with(i, []*stmt{set}, rest[at].rest, rest[at+1:])}
	case "if":
		if v == 1 {
			return []*world{w.with(i, s.body, rest)}
		}
		return []*world{w.with(i, s.rest, rest)}
	}
	return []*world{after}
}

// holds reports whether a task other than me holds a lock.
func (w *world) holds(v int, me *task) bool {
	return slices.ContainsFunc(w.tasks, func(t *task) bool { return t != me && t.taken[v] > 0 })
}

// over reports whether the task called id has ended.
func (w *world) over(id int) bool {
	if !w.stays {
		return w.ended[id]
	}
	return slices.ContainsFunc(w.tasks, func(t *task) bool { return t.id == id && len(t.todo) == 0 })
}

// meet has task i meet each other one that waits at v; a pair is found from both ends.
func (w *world) meet(i, v int) []*world {
	var out []*world
	for j, t := range w.tasks {
		if j != i && len(t.todo) > 0 && t.todo[0].kind == "meet" && t.todo[0].e.op == "lit" && t.todo[0].e.value == v {
			c := w.clone()
			c.tasks[i].todo = c.tasks[i].todo[1:]
			c.tasks[j].todo = c.tasks[j].todo[1:]
			out = append(out, c)
		}
	}
	return out
}

// agree reports whether ends were found as the interpreter has them.
func agree(found, want map[string]int) bool {
	for seen, n := range want {
		if found[seen] != n && (n > 0 || found[seen] == 0) {
			return false
		}
	}
	return len(found) == len(want)
}

// evaluation is an expression after a step, and the world with it.
type evaluation struct {
	e *expr
	w *world
}

// eval returns the ways in which task i may go on with an expression.
func (w *world) eval(i int, e *expr) []evaluation {
	value := func(c *world, v int) []evaluation { return []evaluation{{&expr{op: "lit", value: v}, c}} }
	switch e.op {
	case "lit":
		return nil
	case "name", "bump":
		v, ok := w.mem[e.name]
		if !ok {
			return nil
		}
		c := w.clone()
		if e.op == "bump" {
			v++
			c.mem[e.name] = v
		}
		return value(c, v)
	case ":=":
		if e.left.op != "lit" {
			return w.operand(i, e, 1)
		}
		c := w.clone()
		c.mem[e.name] = e.left.value
		return value(c, e.left.value)
	case "start":
		c := w.clone()
		c.tasks = append(c.tasks, &task{c.nextID, e.body, map[int]int{}})
		c.nextID++
		return value(c, w.nextID)
	}
	if e.begun > 0 {
		return w.operand(i, e, e.begun)
	}
	if e.left.op == "lit" && e.right.op == "lit" {
		if e.op == "/" && e.right.value == 0 {
			w.broken = !w.stays
			return nil
		}
		return value(w.clone(), operation(e.op, e.left.value, e.right.value))
	}
	var out []evaluation
	for n, operand := range []*expr{e.left, e.right} {
		if operand.op != "lit" {
			c := *e
			c.begun = n + 1
			out = append(out, evaluation{&c, w.clone()})
		}
	}
	return out
}

func operation(op string, a, b int) int {
	switch {
	case op == "+":
		return a + b
	case op == "-":
		return a - b
	case op == "/":
		return a / b
	case a < b:
		return 1
	}
	return 0
}

// operand goes on with operand n of an expression.
func (w *world) operand(i int, e *expr, n int) []evaluation {
	at := func(e *expr) **expr {
		if n == 1 {
			return &e.left
		}
		return &e.right
	}
	var out []evaluation
	for _, ev := range w.eval(i, *at(e)) {
		c := *e
		*at(&c) = ev.e
		if ev.e.op == "lit" {
			c.begun = 0
		}
		out = append(out, evaluation{&c, ev.w})
	}
	return out
}

// interleavings returns the ends of a program: how many there are, and what is to be
// seen of them; -1 where a task is stuck and others are anywhere. ok is false if there
// are more than limit worlds on the way.
func interleavings(w *world, limit int) (ends map[string]int, ok bool) {
	ends = map[string]int{}
	known := map[string]bool{w.key(): true}
	for todo := []*world{w}; len(todo) > 0; {
		w, todo = todo[len(todo)-1], todo[:len(todo)-1]
		next := w.next()
		if w.broken {
			ends[w.seen()] = -1
		} else if seen := w.seen(); len(next) == 0 && ends[seen] >= 0 {
			ends[seen]++
		}
		for _, n := range next {
			key := n.key()
			if !known[key] {
				known[key] = true
				todo = append(todo, n)
			}
		}
		if len(known) > limit {
			return nil, false
		}
	}
	return ends, true
}
