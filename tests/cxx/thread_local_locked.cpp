// CONSTRUCT: thread_local buffers with destructors, flushed under a lock
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

static std::mutex lock;
static std::vector<int> log_of_all;

class Buffer {
public:
    void add(int line) { lines_.push_back(line); }
    ~Buffer() {
        std::lock_guard guard(lock);
        log_of_all.insert(log_of_all.end(), lines_.begin(), lines_.end());
    }

private:
    std::vector<int> lines_;
};

static void work(int name) {
    thread_local Buffer buffer;
    buffer.add(name);
    buffer.add(name + 1);
}

int main() {
    log_of_all.reserve(8);
    std::thread a(work, 10), b(work, 20);
    a.join();
    b.join();
    assert(log_of_all.size() == 4); // HOLDS
    assert(log_of_all[1] == log_of_all[0] + 1); // HOLDS
    return 0;
}
