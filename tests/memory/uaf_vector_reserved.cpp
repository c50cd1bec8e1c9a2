// CONSTRUCT: a reference to an element is kept while the vector grows, within what was reserved for it
#include <mutex>
#include <thread>
#include <vector>

static std::vector<int> scores;
static std::mutex lock;

int main() {
    scores.reserve(4);
    scores.push_back(1);
    std::thread trainer([] {
        lock.lock();
        int &first = scores.front();
        lock.unlock();
        first = 9; // SAFE
    });
    std::thread adder([] {
        std::lock_guard guard(lock);
        scores.push_back(3);
        scores.push_back(4);
    });
    trainer.join();
    adder.join();
    return 0;
}
