// CONSTRUCT: the exception would be caught in main's own handler, but it must pass a noexcept function first
#include <cassert>
#include <stdexcept>
#include <thread>

static int version = 1;

static void expect(int wanted) {
    if (version != wanted) throw std::logic_error("version"); // FAILS
}

static void commit() noexcept {
    int mine = version;
    expect(mine);
    version = mine + 1;
}

static void worker() {
    try {
        commit();
    } catch (const std::logic_error &) {
    }
}

int main() {
    std::thread a(worker), b(worker);
    a.join();
    b.join();
    assert(version >= 2); // HOLDS
    return 0;
}
