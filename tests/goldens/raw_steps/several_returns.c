// returns of a function of several are steps
int top = -1, seen;
static int pop(void) {
    if (top < 0)
        return -7;
    return top;
}
static int sign(int v) {
    if (v < 0)
        return -1;
    if (v > 0)
        return 1;
    return 0;
}
int main(void) {
    int v = pop();
    int keep = v;
    if (v != 3)
        keep = v + 1;
    else
        keep = 2;
    seen = sign(keep) + sign(top + 1);
    return 0;
}
