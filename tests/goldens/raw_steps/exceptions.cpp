// a handler, and what is done on the way to it, is reached by what threw
#include <stdexcept>
int limit = 3, seen;
struct Mark { int &at; Mark(int &a) : at(a) {} ~Mark() { at += 0; } };
static void check(int v) {
    if (v > limit)
        throw std::runtime_error("big");
    seen = 1;
}
static void around(int v) {
    Mark mark(limit);
    check(v);
    seen = 2;
}
int main() {
    for (int i = 3; i < 5; i++) {
        try {
            around(i);
        } catch (const std::exception &) {
            seen = 3;
        }
        seen = 4;
    }
}
