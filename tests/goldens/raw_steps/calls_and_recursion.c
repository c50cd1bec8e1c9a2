// arguments and results go from function to function
int seen, start = 3;
static int fact(int n) {
    if (n <= 1)
        return 1;
    return n * fact(n - 1);
}
static int twice(int v) {
    int w = v;
    return w + v;
}
int main(void) {
    int r = fact(start);
    seen = twice(r);
    return 0;
}
