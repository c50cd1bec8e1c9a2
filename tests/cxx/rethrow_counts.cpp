// CONSTRUCT: exceptions caught, counted and thrown on through two frames, the counter without a lock
#include <cassert>
#include <stdexcept>
#include <thread>

static int seen_inside, seen_outside;

static void inner(int value) {
    try {
        if (value > 0) throw std::range_error("too big");
    } catch (const std::exception &) {
        seen_inside = seen_inside + 1;
        throw;
    }
}

static void outer(int value) {
    try {
        inner(value);
    } catch (const std::range_error &) {
        seen_outside = seen_outside + 1;
    }
}

int main() {
    std::thread a(outer, 1), b(outer, 2);
    a.join();
    b.join();
    assert(seen_inside >= 1 && seen_outside >= 1); // HOLDS
    assert(seen_outside == 2); // FAILS
    return 0;
}
