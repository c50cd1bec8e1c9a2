// VERIFY proved
// CONSTRUCT: a local static object that a joined thread made is destroyed at the end
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> made, destroyed;

struct Cache {
    Cache() { made++; }
    ~Cache() {
        assert(made == 1);
        destroyed++;
        assert(destroyed == 1);
    }
};

static void use() {
    static Cache only;
    assert(made == 1);
}

int main() {
    std::thread one(use), two(use);
    one.join();
    two.join();
    return 0;
}
