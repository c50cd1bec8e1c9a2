// CONSTRUCT: the initialiser of a static local throws the first time: who comes next tries again
#include <atomic>
#include <cassert>
#include <stdexcept>
#include <thread>

static std::atomic<int> attempts{0}, failed{0};

static int load() {
    if (++attempts == 1) throw std::runtime_error("not yet");
    return 42;
}

static void use() {
    try {
        static int setting = load();
        assert(setting == 42); // HOLDS
    } catch (const std::runtime_error &) {
        failed++;
    }
}

int main() {
    std::thread a(use), b(use);
    a.join();
    b.join();
    assert(attempts == 2); // HOLDS
    assert(failed == 1); // HOLDS
    return 0;
}
