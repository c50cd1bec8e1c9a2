// CONSTRUCT: an index into a vector is kept, not a reference, and the vector may move meanwhile
#include <mutex>
#include <thread>
#include <vector>

static std::vector<int> scores{1, 2};
static std::mutex lock;

int main() {
    scores.shrink_to_fit();
    std::thread trainer([] {
        lock.lock();
        std::size_t last = scores.size() - 1;
        lock.unlock();
        std::lock_guard guard(lock);
        scores[last] = 9; // SAFE
    });
    std::thread adder([] {
        std::lock_guard guard(lock);
        scores.push_back(3);
    });
    trainer.join();
    adder.join();
    return 0;
}
