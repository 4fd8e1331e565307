// Linked into a program, this module replaces `free` and `realloc` of the C library by functions that overwrite memory before
// it is given back. Nothing has to be called.
#pragma once
