// DIAGNOSE sequential
// CONSTRUCT: a program of one thread
// REPAIR: none
#include <assert.h>

int main(void) {
    int sum = 0;
    for (int i = 0; i <= 3; i++)
        sum += i;
    assert(sum == 3); // FAILS
    return 0;
}
