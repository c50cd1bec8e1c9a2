// CONSTRUCT: two lock_guards in opposite order
#include <mutex>
#include <thread>

static std::mutex left, right;
static int total;

int main() {
    std::thread one([] {
        std::lock_guard outer(left);
        std::lock_guard inner(right); // DEADLOCK!
        total++;
    });
    std::thread two([] {
        std::lock_guard outer(right);
        std::lock_guard inner(left); // DEADLOCK!
        total++;
    });
    one.join();
    two.join();
    return 0;
}
