// A configuration that many read and one replaces: a shared_ptr under a mutex.
// BUG: race: who reads copies it without the lock
#include <cassert>
#include <memory>
#include <mutex>
#include <thread>
#ifndef N
#define N 5
#endif

struct Config {
    int low, high;
};
static std::shared_ptr<const Config> current = std::make_shared<const Config>(Config{0, 0});
static std::mutex lock;

static std::shared_ptr<const Config> get() {
#ifndef BUG
    std::lock_guard<std::mutex> held(lock);
#endif
    return current;
}

int main() {
    auto look = [] {
        for (int i = 0; i < N; i++) {
            auto config = get();
            assert(config->low == config->high);
        }
    };
    std::thread a(look), b(look);
    for (int i = 1; i <= N; i++) {
        auto made = std::make_shared<const Config>(Config{i, i});
        std::lock_guard<std::mutex> held(lock);
        current = std::move(made);
    }
    a.join();
    b.join();
}
