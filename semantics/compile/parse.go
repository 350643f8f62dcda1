package compile

import (
	"runtime"
	"slices"
	"sync"

	"rlv/semantics/grammar"
	"rlv/semantics/kdef"
	"rlv/semantics/source"
)

// parsed is what the grammars make of the bubbles of a definition: the part of
// compiling that takes time, and that the cache keeps.
type parsed struct {
	leaves    []*grammar.Tree     // by leaf cell, in the order of Configuration.All
	sentences []*grammar.Sentence // in the order of the bubbles
}

// bubblesOf returns the rules, claims and contexts of the modules that a
// definition reaches.
func bubblesOf(def *kdef.Definition, want func(*kdef.Bubble) bool) []*kdef.Bubble {
	return slices.DeleteFunc(def.Whole().Bubbles(), func(b *kdef.Bubble) bool { return b.Kind == kdef.ConfigBubble || !want(b) })
}

// leavesOf returns the leaf cells of a configuration.
func leavesOf(c *kdef.Configuration) []*kdef.CellDecl {
	var out []*kdef.CellDecl
	c.All(func(cell *kdef.CellDecl) {
		if cell.Leaf() {
			out = append(out, cell)
		}
	})
	return out
}

// parseDefinition parses everything; errors go to found.
func parseDefinition(def *kdef.Definition, bubbles []*kdef.Bubble, found *source.List) *parsed {
	g, err := grammar.NewRules(def, def.Main)
	if err != nil {
		found.AddError(source.Span{}, err)
		return nil
	}
	p := &parsed{}
	config := g
	if m := def.Config.Module; m != "" && m != def.Main {
		if config, err = grammar.NewRules(def, m); err != nil {
			found.AddError(source.Span{}, err)
			return nil
		}
	}
	for _, cell := range leavesOf(def.Config) {
		tree, err := config.ParseTerm(cell.Body, "K")
		if err != nil {
			found.AddError(cell.Span, err)
		}
		p.leaves = append(p.leaves, tree)
	}
	p.sentences = parseSentences(g, bubbles, found)
	return p
}

// parseSentences parses bubbles, several at a time.
func parseSentences(g *grammar.Grammar, bubbles []*kdef.Bubble, found *source.List) []*grammar.Sentence {
	out := make([]*grammar.Sentence, len(bubbles))
	errs := make([]error, len(bubbles))
	next := make(chan int)
	var wait sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(bubbles)) {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for i := range next {
				out[i], errs[i] = g.ParseSentence(bubbles[i])
			}
		}()
	}
	for i := range bubbles {
		next <- i
	}
	close(next)
	wait.Wait()
	for i, err := range errs {
		found.AddError(bubbles[i].Span, err)
	}
	return out
}
