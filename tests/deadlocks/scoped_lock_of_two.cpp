// CONSTRUCT: scoped_lock takes both, in whatever order they are named
#include <mutex>
#include <thread>

static std::mutex left, right;
static int total;

int main() {
    std::thread one([] {
        std::scoped_lock both(left, right);
        total++;
    });
    std::thread two([] {
        std::scoped_lock both(right, left);
        total++;
    });
    one.join();
    two.join();
    return 0;
}
