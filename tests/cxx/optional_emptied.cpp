// CONSTRUCT: an optional is asked for a value, and emptied by another thread before it is used
#include <cassert>
#include <mutex>
#include <optional>
#include <thread>

static std::mutex lock;
static std::optional<int> token = 5;

static bool available() {
    std::lock_guard guard(lock);
    return token.has_value();
}

static void use() {
    if (available()) {
        std::lock_guard guard(lock);
        assert(token.has_value()); // FAILS
        assert(!token || *token == 5); // HOLDS
    }
}

static void expire() {
    std::lock_guard guard(lock);
    token.reset();
}

int main() {
    std::thread a(use), b(expire);
    a.join();
    b.join();
    return 0;
}
