package compile

import (
	"rlv/semantics/kdef"
)

// cacheStore keeps compiled forms; a nil one keeps nothing.
type cacheStore struct{}

func openCache(opts Options) *cacheStore { return nil }

func (c *cacheStore) load(src *kdef.Definition, bubbles []*kdef.Bubble) *parsed { return nil }

func (c *cacheStore) save(src *kdef.Definition, bubbles []*kdef.Bubble, p *parsed) {}
