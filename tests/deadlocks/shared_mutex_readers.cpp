// CONSTRUCT: two shared_mutexes in opposite order, only for reading
#include <shared_mutex>
#include <thread>

static std::shared_mutex a, b;

int main() {
    std::thread one([] {
        std::shared_lock first(a);
        std::shared_lock second(b);
    });
    std::thread two([] {
        std::shared_lock first(b);
        std::shared_lock second(a);
    });
    one.join();
    two.join();
    return 0;
}
