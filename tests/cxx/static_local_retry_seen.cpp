// CONSTRUCT: between an initialiser that threw and the next attempt a third thread sees that nothing is loaded
#include <atomic>
#include <cassert>
#include <stdexcept>
#include <thread>

static std::atomic<int> attempts{0}, loaded{0};

static int load() {
    attempts++;
    if (attempts == 1) throw std::runtime_error("not yet");
    assert(attempts == 2); // HOLDS
    loaded = 1;
    return 42;
}

static void use() {
    try {
        static int setting = load();
        assert(setting == 42); // HOLDS
    } catch (const std::runtime_error &) {
    }
}

int main() {
    std::thread a(use), b(use);
    std::thread watcher([] {
        if (attempts > 0) {
            assert(loaded == 1); // FAILS
        }
    });
    a.join();
    b.join();
    watcher.join();
    assert(attempts == 2); // HOLDS
    return 0;
}
