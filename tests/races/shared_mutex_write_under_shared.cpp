// CONSTRUCT: a cache is updated under the shared lock
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex lock;
static int cached, price = 5, seen[2];

static void look(int me) {
    std::shared_lock guard(lock);
    cached = price; // RACE!
    seen[me] = price;
}

int main() {
    std::thread first(look, 0), second(look, 1);
    std::thread writer([] {
        std::unique_lock guard(lock);
        price = 6; // NORACE
        cached = 0; // NORACE
    });
    first.join();
    second.join();
    writer.join();
    return 0;
}
