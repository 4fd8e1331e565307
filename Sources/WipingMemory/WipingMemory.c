#include "WipingMemory.h"

#include <malloc.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

// The C library's own functions; glibc exports them for programs that replace the public ones.
void __libc_free(void *block);
void *__libc_realloc(void *block, size_t size);

// Whether a block is a separate mapping (mmap). Its pages are returned to the kernel when it is freed, and the kernel clears
// them. Overwriting them would allocate pages that were never used. glibc stores this flag in the word before each block,
// and always has.
static int is_mapping(void *block) {
    const size_t mapped = 2;
    return (((size_t *)block)[-1] & mapped) != 0;
}

// Most blocks are so small that calling memset would take longer than overwriting them here.
__attribute__((no_builtin)) static void wipe(void *block, size_t size) {
    const size_t small = 256;
    if (size > small) {
        memset(block, 0, size);
    } else {
        // The usable size of a block is a multiple of a word.
        for (size_t *word = block, *end = word + size / sizeof *word; word < end; word++) *word = 0;
    }
    // The compiler must not omit this although the memory is freed next.
    __asm__ volatile("" : : "r"(block) : "memory");
}

void free(void *block) {
    if (block == NULL) return;
    if (!is_mapping(block)) wipe(block, malloc_usable_size(block));
    __libc_free(block);
}

// The C library's function could move the contents without overwriting the old block.
void *realloc(void *block, size_t size) {
    // A mapping is moved together with its pages, so no copy of its contents stays behind.
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
