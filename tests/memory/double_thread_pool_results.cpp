// CONSTRUCT: results are taken out of a shared vector of pointers by index, under one lock; each is deleted once
#include <mutex>
#include <thread>
#include <vector>

static std::vector<int *> results{new int(1), new int(2)};
static std::mutex lock;

static void take() {
    int *mine;
    {
        std::lock_guard guard(lock);
        mine = results.back();
        results.pop_back();
    }
    delete mine; // SAFE
}

int main() {
    std::thread first(take), second(take);
    first.join();
    second.join();
    return 0;
}
