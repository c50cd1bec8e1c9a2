// CONSTRUCT: two shared_mutexes: each reads one and wants to write the other
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex a, b;

int main() {
    std::thread one([] {
        std::shared_lock reading(a);
        std::unique_lock writing(b); // DEADLOCK!
    });
    std::thread two([] {
        std::shared_lock reading(b);
        std::unique_lock writing(a); // DEADLOCK!
    });
    one.join();
    two.join();
    return 0;
}
