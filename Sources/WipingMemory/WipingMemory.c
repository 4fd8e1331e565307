#include "WipingMemory.h"

#include <malloc.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

// The C library's own functions; glibc exports them for programs that replace the public ones.
void __libc_free(void *block);
void *__libc_realloc(void *block, size_t size);

// Whether a block is a mapping of its own. Its pages go back to the kernel when it is freed, and nobody sees them again; to
// overwrite them would make pages of those that were never touched. glibc has kept this mark in the word before each block
// for as long as it has had mappings.
static int is_mapping(void *block) {
    const size_t mapped = 2;
    return (((size_t *)block)[-1] & mapped) != 0;
}

// Most blocks are so small that to call memset takes longer than to overwrite them.
__attribute__((no_builtin)) static void wipe(void *block, size_t size) {
    const size_t small = 256;
    if (size > small) {
        memset(block, 0, size);
    } else {
        // The usable size of a block is a multiple of a word.
        for (size_t *word = block, *end = word + size / sizeof *word; word < end; word++) *word = 0;
    }
    // The compiler must not leave this out because the memory is freed.
    __asm__ volatile("" : : "r"(block) : "memory");
}

void free(void *block) {
    if (block == NULL) return;
    if (!is_mapping(block)) wipe(block, malloc_usable_size(block));
    __libc_free(block);
}

// The C library's function might move the contents and leave the old ones behind.
void *realloc(void *block, size_t size) {
    // A mapping grows with its pages; so does nothing.
    if (block == NULL || is_mapping(block)) return __libc_realloc(block, size);
    if (size == 0) {
        free(block);
        return NULL;
    }
    size_t old = malloc_usable_size(block);
    if (size <= old && size >= old / 2) return block;
    void *other = malloc(size);
    if (other == NULL) return NULL;
    memcpy(other, block, old < size ? old : size);
    free(block);
    return other;
}
