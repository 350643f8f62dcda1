package annotate

import "rlv/annotate/meter"

// CodeLimit is the code of diagnostics that say which limit was reached: what they
// are about is undecided, not wrong.
const CodeLimit = meter.CodeLimit

// exploreWork bounds the exploration of one function or fragment, and the loading of the
// declarations, in states. Those of the examples have some hundred; so many take some
// ten seconds.
const exploreWork = 200_000
