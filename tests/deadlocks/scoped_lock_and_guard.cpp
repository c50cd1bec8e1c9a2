// CONSTRUCT: scoped_lock for two does not help if a third lock is held in opposite order
#include <mutex>
#include <thread>

static std::mutex left, right, journal;
static int total;

int main() {
    std::thread one([] {
        std::lock_guard outer(journal);
        std::lock_guard inner(left); // DEADLOCK!
        total++;
    });
    std::thread two([] {
        std::scoped_lock both(left, right);
        std::lock_guard inner(journal); // DEADLOCK!
        total++;
    });
    one.join();
    two.join();
    return 0;
}
