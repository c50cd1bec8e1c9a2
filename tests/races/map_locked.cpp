// CONSTRUCT: a map is searched and changed under a shared_mutex
#include <map>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::map<int, int> stock{{1, 10}};
static std::shared_mutex lock;
static bool found;

int main() {
    std::thread filler([] {
        std::unique_lock guard(lock);
        stock[2] = 20;
    });
    std::thread seeker([] {
        std::shared_lock guard(lock);
        found = stock.count(2) == 1;
    });
    filler.join();
    seeker.join();
    return 0;
}
