// Package rounds repeats explorations until none of them finds more. What one finds another
// one may have asked for before, which is made once more in the next round. Where none
// has, the same one alone is repeated at once: functions that stand before those that call them take one round.
package rounds

import "slices"

// Rounds is what the explorations A of a round have asked about K so far.
type Rounds[A, K comparable] struct {
	asked map[K][]A
	at    A
}

// maxAgain bounds how often an exploration is repeated at once.
const maxAgain = 4

// Begin begins a round.
func (r *Rounds[A, K]) Begin() { r.asked = map[K][]A{} }

// Ask notes that the exploration at hand asks about k.
func (r *Rounds[A, K]) Ask(k K) { r.asked[k] = append(r.asked[k], r.at) }

// Settle makes an exploration, which finds something about k, until it finds no more. It reports
// whether another round is needed: another exploration has asked about k before, or it cannot be
// repeated alone. undo makes what it is repeated from as it was; it is false where that cannot be.
func (r *Rounds[A, K]) Settle(a A, k K, explore, undo func() bool) bool {
	isAsked := slices.ContainsFunc(r.asked[k], func(other A) bool { return other != a })
	for range maxAgain {
		if r.at = a; !explore() {
			return false
		}
		if isAsked || !undo() {
			break
		}
	}
	return true
}
