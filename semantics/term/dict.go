package term

import "github.com/benbjohnson/immutable"

// dict is a persistent map from terms to terms: a slice that is copied where there are few
// entries, a trie where there are more. Most maps of a program, such as its environment,
// have few. The zero dict is empty. The order of entries means nothing.
type dict struct {
	few  []Entry
	many *immutable.Map[*Term, *Term]
}

// maxFew is how many entries are in a slice: to copy 12 costs as much as the nodes of a
// trie on the way to one entry.
const maxFew = 12

type keyHasher struct{}

func (keyHasher) Hash(key *Term) uint32 { return uint32(key.hash ^ key.hash>>32) }
func (keyHasher) Equal(a, b *Term) bool { return Equal(a, b) }

// Len returns the number of entries.
func (d dict) Len() int {
	if d.many != nil {
		return d.many.Len()
	}
	return len(d.few)
}

// find is the index of a key among few entries, -1 if it is not there.
func (d dict) find(k *Term) int {
	for i := range d.few {
		if x := d.few[i].Key; x == k || x.hash == k.hash && Equal(x, k) {
			return i
		}
	}
	return -1
}

// Get returns the value of a key.
func (d dict) Get(k *Term) (*Term, bool) {
	if d.many != nil {
		return d.many.Get(k)
	}
	if i := d.find(k); i >= 0 {
		return d.few[i].Value, true
	}
	return nil, false
}

// Set returns the dict with an entry added or replaced.
func (d dict) Set(k, v *Term) dict {
	d.put(k, v, false)
	return d
}

// put adds or replaces an entry and returns the value that was there. If own, the slice of
// entries is no other dict's and is changed in place.
func (d *dict) put(k, v *Term, own bool) (old *Term, was bool) {
	if d.many != nil {
		old, was = d.many.Get(k)
		d.many = d.many.Set(k, v)
		return old, was
	}
	i, n := d.find(k), len(d.few)
	switch {
	case i >= 0:
		old = d.few[i].Value
		if !own {
			few := make([]Entry, n)
			copy(few, d.few)
			d.few = few
		}
		d.few[i] = Entry{k, v}
		return old, true
	case n == maxFew:
		many := immutable.NewMap[*Term, *Term](keyHasher{})
		for _, e := range d.few {
			many = many.Set(e.Key, e.Value)
		}
		*d = dict{many: many.Set(k, v)}
	default:
		few := make([]Entry, n+1)
		copy(few, d.few)
		few[n] = Entry{k, v}
		d.few = few
	}
	return nil, false
}

// Delete returns the dict without a key.
func (d dict) Delete(k *Term) dict {
	if d.many != nil {
		return dict{many: d.many.Delete(k)}
	}
	i := d.find(k)
	if i < 0 {
		return d
	}
	few := make([]Entry, len(d.few)-1)
	copy(few[copy(few, d.few[:i]):], d.few[i+1:])
	return dict{few: few}
}

// each calls f for the entries until it returns false.
func (d dict) each(f func(k, v *Term) bool) {
	for _, e := range d.few {
		if !f(e.Key, e.Value) {
			return
		}
	}
	if d.many == nil {
		return
	}
	for it := d.many.Iterator(); !it.Done(); {
		if k, v, _ := it.Next(); !f(k, v) {
			return
		}
	}
}
