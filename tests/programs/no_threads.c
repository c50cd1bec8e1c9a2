// CONSTRUCT: a program that creates no thread at all
// EXIT: 0
// OUTPUT: 55\n
#include <assert.h>
#include <stdio.h>

static int total;

static void add_up(int n) {
    for (int i = 1; i <= n; i++)
        total += i;
}

int main(void) {
    add_up(10);
    assert(total == 55);
    printf("%d\n", total);
    return 0;
}
