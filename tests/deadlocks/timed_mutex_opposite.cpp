// CONSTRUCT: two timed mutexes, locked without a time limit in opposite orders
#include <mutex>
#include <thread>

static std::timed_mutex a, b;

int main() {
    std::thread one([] {
        std::lock_guard first(a);
        std::lock_guard second(b); // DEADLOCK!
    });
    std::thread two([] {
        std::lock_guard first(b);
        std::lock_guard second(a); // DEADLOCK!
    });
    one.join();
    two.join();
    return 0;
}
