package main

import (
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"rlv/report"
)

// The mutation campaign: programs and annotations of the examples are changed in
// one place. A mutant that is still proved must be right: it is run on random
// inputs that satisfy its precondition. RLV_MUTANTS=all takes every mutant, not
// a sample; with -short the sample is small.

// tokens that are replaced, longest first, by each of what follows.
var replacements = [][]string{
	{"<==>", "==>"}, {"==>", "<==>"}, {"<=", "<"}, {">=", ">"}, {"==", "!=", "<="}, {"!=", "=="}, {"&&", "||"}, {"||", "&&"},
	{"/\\", "\\/"}, {"\\/", "/\\"}, {"++", "--"}, {"--", "++"}, {"+=", "-="}, {"-=", "+="},
	{"<", "<=", ">"}, {">", ">=", "<"}, {"+", "-"}, {"-", "+"}, {"*", "+"}, {"/", "*"}, {"%", "/"},
}

var (
	numbers    = regexp.MustCompile(`\b[0-9]+\b`)
	statements = regexp.MustCompile(`(?m)^[ \t]*[a-zA-Z*(][^{}\n;]*;[ \t]*$`)
	conjuncts  = regexp.MustCompile(`/\\ *[^/\n]*?(?: */\\|$)`)
	condition  = regexp.MustCompile(`\b(if|while) \(([^()]*)\)`)
)

// mutants returns the variants of a program with one change.
func mutants(text string) []string {
	start := strings.Index(text, "\n") + 1 // the expectation is no part
	head, body := text[:start], text[start:]
	var out []string
	replace := func(from, to int, by string) { out = append(out, head+body[:from]+by+body[to:]) }
	for i := 0; i < len(body); i++ {
		for _, r := range replacements {
			if !strings.HasPrefix(body[i:], r[0]) || plainComment(body, i) {
				continue
			}
			for _, by := range r[1:] {
				replace(i, i+len(r[0]), by)
			}
			i += len(r[0]) - 1
			break
		}
	}
	for _, m := range numbers.FindAllStringIndex(body, -1) {
		if !plainComment(body, m[0]) {
			replace(m[0], m[1], body[m[0]:m[1]]+" + 1")
			replace(m[0], m[1], "("+body[m[0]:m[1]]+" - 1)")
		}
	}
	for _, m := range statements.FindAllStringIndex(body, -1) {
		if !strings.Contains(body[m[0]:m[1]], "#") {
			replace(m[0], m[1], "")
		}
	}
	for _, m := range conjuncts.FindAllStringIndex(body, -1) {
		end := m[1]
		if strings.HasSuffix(body[m[0]:m[1]], "/\\") {
			end -= 2
		}
		replace(m[0], end, "")
	}
	for _, m := range condition.FindAllStringSubmatchIndex(body, -1) {
		replace(m[4], m[5], "!("+body[m[4]:m[5]]+")")
	}
	return out
}

// plainComment says that a place lies in a comment that is no annotation, or
// in what delimits one, or in an include line.
func plainComment(text string, at int) bool {
	line := text[strings.LastIndexByte(text[:at], '\n')+1:]
	line, _, _ = strings.Cut(line, "\n")
	trimmed := strings.TrimSpace(line)
	if strings.HasPrefix(trimmed, "#") || strings.HasPrefix(trimmed, "//") && !strings.HasPrefix(trimmed, "//@") {
		return true
	}
	around := text[max(0, at-1):min(len(text), at+3)]
	return strings.Contains(around, "//") || strings.Contains(around, "/*") || strings.Contains(around, "*/")
}

// sample picks n of the mutants, the same ones every time.
func sample(all []string, n int) []string {
	if os.Getenv("RLV_MUTANTS") == "all" || len(all) <= n {
		return all
	}
	rank := func(s string) uint64 {
		h := fnv.New64a()
		h.Write([]byte(s))
		return h.Sum64()
	}
	all = slices.Clone(all)
	slices.SortFunc(all, func(a, b string) int {
		if rank(a) < rank(b) {
			return -1
		}
		return 1
	})
	return all[:n]
}

// mutantsEach is how many mutants of an example are tried.
func mutantsEach() int {
	if testing.Short() {
		return 2
	}
	return 8
}

func TestSlowMutants(t *testing.T) {
	var tried, proved, runs atomic.Int64
	t.Run("all", func(t *testing.T) {
		for _, path := range oneIn(6, examples(t, false)) {
			t.Run(filepath.Base(path), func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				for i, text := range sample(mutants(readIf(path)), mutantsEach()) {
					file := filepath.Join(dir, fmt.Sprintf("mutant%d%s", i, filepath.Ext(path)))
					if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
						t.Fatal(err)
					}
					tried.Add(1)
					status, _, _ := rlv(t, "", "verify", "--jobs", "1", "--timeout", "500ms", "--goal-time", "5s", file)
					if status != report.Proved.Exit() {
						continue
					}
					proved.Add(1)
					n, wrong := runsOf(t, file, text, uint64(i), 2000)
					runs.Add(int64(n))
					if wrong != "" {
						t.Errorf("this mutant is proved, but wrong: %s\n%s", wrong, text)
					}
				}
			})
		}
	})
	t.Logf("%d mutants, %d still proved, which held in %d runs", tried.Load(), proved.Load(), runs.Load())
}
