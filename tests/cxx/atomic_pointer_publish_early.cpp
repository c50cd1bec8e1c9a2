// CONSTRUCT: atomic<T *>: an object is published before it is filled in
#include <atomic>
#include <cassert>
#include <thread>

struct Config {
    int size = 0;
    int limit = 0;
};

static Config config;
static std::atomic<Config *> current{nullptr};

int main() {
    std::thread loader([] {
        config.size = 8;
        current.store(&config, std::memory_order_release);
        config.limit = 64;
    });
    std::thread user([] {
        if (Config *seen = current.load(std::memory_order_acquire)) {
            assert(seen->size == 8); // HOLDS
            assert(seen->limit == 64); // FAILS
        }
    });
    loader.join();
    user.join();
    return 0;
}
