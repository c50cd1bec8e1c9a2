// loops left by break, gotos and switches
int a = 1, seen;
int main(void) {
    while (1) {
        if (a == 0)
            break;
        a--;
    }
again:
    switch (a) {
    case 0:
        a = 5;
        goto again;
    case 5:
        seen = 1;
        break;
    default:
        seen = 2;
    }
    return 0;
}
