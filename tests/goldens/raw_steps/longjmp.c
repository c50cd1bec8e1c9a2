// what comes behind a jump to another function was reached by it
#include <setjmp.h>
jmp_buf back; int a = 4, seen;
static void f(int x) { if (x > 3) longjmp(back, 1); seen = 1; }
int main(void) {
    if (setjmp(back) == 0) {
        f(a);
    } else {
        seen = 2;
    }
    seen = 3;
    return 0;
}
