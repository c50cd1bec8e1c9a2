// CONSTRUCT: the vector is filled under a lock, its size is asked without
#include <mutex>
#include <thread>
#include <vector>

static std::vector<int> values;
static std::mutex lock;
static std::size_t seen;

int main() {
    std::thread filler([] {
        std::lock_guard guard(lock);
        values.push_back(1); // RACE!
    });
    std::thread asker([] {
        seen = values.size(); // RACE!
    });
    filler.join();
    asker.join();
    return 0;
}
