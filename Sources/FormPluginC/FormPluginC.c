// The header is the whole library: a program that defines FORMD_PLUGIN_IMPLEMENTATION compiles its implementation. This file
// exists because a target needs a source file; it also checks that the header compiles without any other include.
#include "formd-plugin.h"
