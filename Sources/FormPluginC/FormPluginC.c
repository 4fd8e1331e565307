// The header is all there is: a program compiles its implementation by defining FORMD_PLUGIN_IMPLEMENTATION. This file is
// here because a target must have one, and sees to it that the header stands by itself.
#include "formd-plugin.h"
