// CONSTRUCT: results are taken out of a shared vector of pointers: the last is read under the lock, and removed under it
#include <mutex>
#include <thread>
#include <vector>

static std::vector<int *> results{new int(1), new int(2)};
static std::mutex lock;

static int *last() {
    std::lock_guard guard(lock);
    return results.back();
}

static void remove_last() {
    std::lock_guard guard(lock);
    results.pop_back();
}

static void take() {
    int *mine = last();
    remove_last();
    delete mine; // MEMORY! double-free
}

int main() {
    std::thread first(take), second(take);
    first.join();
    second.join();
    return 0;
}
