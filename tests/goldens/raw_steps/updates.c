// an update is a read, and what it wrote if it did; a call by a pointer is reached by it
int seen, turn = 1;
static int plus(int x) { return x + 1; }
static int (*op)(int) = plus;
static _Atomic int top = 1;
int main(void) {
    int expected = 1;
    seen = op(turn);
    if (__c11_atomic_compare_exchange_strong(&top, &expected, 4, 5, 5))
        seen = 0;
    expected = 1;
    if (!__c11_atomic_compare_exchange_strong(&top, &expected, 9, 5, 5))
        seen = expected;
    __c11_atomic_fetch_add(&top, 2, 5);
    return 0;
}
