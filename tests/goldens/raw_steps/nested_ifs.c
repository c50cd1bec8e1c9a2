// what follows an if is not reached by it and merges what it did
int a = 1, b = 2, seen;
int main(void) {
    int x = a;
    if (x > 0) {
        if (b > 5)
            seen = 1;
        else
            x = 7;
        seen = x;
    }
    seen = x + 1;
    return 0;
}
