/* Hooks for bytes, copies and library effects; the heap, and who gets which address. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "effects.h"
#include "hooks.h"

#define ADDRESS(pointer) ((uint64_t)(uintptr_t)(pointer))

__attribute__((section("raddle_sites"), used)) static const char sites[64] = {0};
static const void *const addresses[] = {sites};

__attribute__((constructor)) static void announce(void)
{
    static const struct rd_module module = {
        sites, sizeof sites, addresses, 1, "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"};
    __raddle_module(&module);
}

static void *allocate(void *unused)
{
    char *small = malloc(24);
    char *grown = realloc(malloc(100), 100000);
    char *copied = strdup("copied");
    printf("%p %p %p\n", (void *)small, (void *)grown, (void *)copied);
    free(copied);
    return unused;
}

int main(void)
{
    static char big[3 << 20], from[16] = "from here", to[16];
    uint64_t cell = 0x1122334455667788;
    __raddle_block(sites + 3);
    __raddle_value(5);
    __raddle_load1(&cell);
    __raddle_load2(&cell);
    __raddle_load4(&cell);
    __raddle_load8(&cell);
    __raddle_rmw4(&cell);
    __raddle_store2(&cell, 0xabcdef);
    __raddle_copy(to, from, 10);
    __raddle_fill(to, 0, 4);
    __raddle_fence();
    __raddle_block(sites + 7);
    memset(big, 'b', sizeof big);
    __raddle_load_bytes(big, sizeof big);
    __raddle_before_call(RD_FN_memcpy, ADDRESS(to), ADDRESS(from), 10, 0);
    memcpy(to, from, 10);
    __raddle_after_call(RD_FN_memcpy, ADDRESS(to), ADDRESS(to), ADDRESS(from), 10, 0);
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, allocate, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
