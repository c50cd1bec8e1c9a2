// the parts of a structure are variables
struct point { int x; int y; double weight; };
struct point from = {1, 2, 0.5};
int seen;
int main(void) {
    struct point p = from;
    p.x = 9;
    if (from.x) p.x = 10;
    p.y += p.x;
    p.weight = 2.5;
    seen = p.y + p.x;
    return 0;
}
