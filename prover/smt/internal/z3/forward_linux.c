// Each function of Z3 is one of ours here, which passes its call on to the library once that
// has been loaded. So the library is loaded by workers, not whenever rlv starts: its 23 MB are
// relocated in more time than a small file takes to verify.
#include <dlfcn.h>
#include <stdint.h>
#include <z3.h>

enum {
#define CALL0(result, name, ...) at_##name,
#define CALL1 CALL0
#define CALL2 CALL0
#define CALL3 CALL0
#define CALL4 CALL0
#define CALL5 CALL0
#define DO1(name, ...) at_##name,
#define DO2 DO1
#define DO3 DO1
#define DO4 DO1
#define DO5 DO1
#include "functions.h"
	count
};

static const char *const names[count] = {
#undef CALL0
#undef DO1
#define CALL0(result, name, ...) #name,
#define DO1(name, ...) #name,
#include "functions.h"
};

static void *loaded[count];

// rlv_load_z3 loads the library and finds its functions; it returns what is wrong, NULL if nothing.
const char *rlv_load_z3(void) {
	void *library = dlopen("libz3.so.4", RTLD_LAZY);
	if (!library)
		library = dlopen("libz3.so", RTLD_LAZY);
	if (!library)
		return dlerror();
	for (int i = 0; i < count; i++)
		if (!(loaded[i] = dlsym(library, names[i])))
			return dlerror();
	return NULL;
}

#define TO(name) ((__typeof__(&name))loaded[at_##name])
#undef CALL0
#undef CALL1
#undef CALL2
#undef CALL3
#undef CALL4
#undef CALL5
#undef DO1
#undef DO2
#undef DO3
#undef DO4
#undef DO5
#define CALL0(result, name) result name(void) { return TO(name)(); }
#define CALL1(result, name, A) result name(A a) { return TO(name)(a); }
#define CALL2(result, name, A, B) result name(A a, B b) { return TO(name)(a, b); }
#define CALL3(result, name, A, B, C) result name(A a, B b, C c) { return TO(name)(a, b, c); }
#define CALL4(result, name, A, B, C, D) result name(A a, B b, C c, D d) { return TO(name)(a, b, c, d); }
#define CALL5(result, name, A, B, C, D, E) result name(A a, B b, C c, D d, E e) { return TO(name)(a, b, c, d, e); }
#define DO1(name, A) void name(A a) { TO(name)(a); }
#define DO2(name, A, B) void name(A a, B b) { TO(name)(a, b); }
#define DO3(name, A, B, C) void name(A a, B b, C c) { TO(name)(a, b, c); }
#define DO4(name, A, B, C, D) void name(A a, B b, C c, D d) { TO(name)(a, b, c, d); }
#define DO5(name, A, B, C, D, E) void name(A a, B b, C c, D d, E e) { TO(name)(a, b, c, d, e); }
#include "functions.h"
