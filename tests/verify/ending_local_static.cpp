// VERIFY bug
// CONSTRUCT: a local static object is destroyed while a thread still uses it
#include <atomic>
#include <cassert>
#include <thread>

struct Cache {
    std::atomic<int> entries{2};
    ~Cache() { entries = -1; }
};

static Cache &cache() {
    static Cache only;
    return only;
}

int main() {
    cache();
    std::thread([] { assert(cache().entries >= 0); }).detach(); // FAILS
    return 0;
}
