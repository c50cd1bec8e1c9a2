// CONSTRUCT: timed_mutex: who does not get it in time does without
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

static std::timed_mutex lock;
static int used, refused;

static void use() {
    std::unique_lock held(lock, std::defer_lock);
    if (held.try_lock_for(std::chrono::seconds(10))) {
        int before = used;
        used = before + 1;
        assert(used == before + 1); // HOLDS
    } else {
        refused = 1;
    }
}

int main() {
    std::thread a(use), b(use);
    a.join();
    b.join();
    assert(used == 2 || refused == 1); // HOLDS
    return 0;
}
