// CONSTRUCT: two flags as a lock, each looked at before the own one is raised
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<bool> raised[2];
static int inside;

static void enter(int me) {
    if (!raised[1 - me].load()) {
        raised[me].store(true);
        inside = inside + 1;
        assert(inside == 1); // FAILS
        inside = inside - 1;
        raised[me].store(false);
    }
}

int main() {
    std::thread a(enter, 0), b(enter, 1);
    a.join();
    b.join();
    return 0;
}
