// CONSTRUCT: a reference to an element is kept, and the vector moves when it grows, both under the lock
#include <mutex>
#include <thread>
#include <vector>

static std::vector<int> scores{1, 2};
static std::mutex lock;

int main() {
    scores.shrink_to_fit();
    std::thread trainer([] {
        lock.lock();
        int &first = scores.front();
        lock.unlock();
        std::lock_guard guard(lock);
        first = 9; // MEMORY! use-after-free
    });
    std::thread adder([] {
        std::lock_guard guard(lock);
        scores.push_back(3);
    });
    trainer.join();
    adder.join();
    return 0;
}
