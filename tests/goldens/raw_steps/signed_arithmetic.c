// signed arithmetic is taken not to overflow where it did not
int a = 7; unsigned u = 7; int seen, most = 2147483647;
int main(void) {
    int s = a + 1;
    unsigned t = u + 1;
    s = s * 2 - t;
    short h = a;
    h = h + 1;
    seen = -s;
    seen = most + a;
    return 0;
}
