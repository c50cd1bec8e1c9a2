// CONSTRUCT: two threads append to one vector under a lock
#include <mutex>
#include <thread>
#include <vector>

static std::vector<int> values;
static std::mutex lock;

static void append(int value) {
    std::lock_guard guard(lock);
    values.push_back(value);
}

int main() {
    std::thread first(append, 1), second(append, 2);
    first.join();
    second.join();
    return values.size() == 2 ? 0 : 1;
}
