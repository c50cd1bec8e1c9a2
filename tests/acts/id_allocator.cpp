// CONSTRUCT: numbers are handed out: the next free one is looked for, then marked
#include <bitset>
#include <cstdio>
#include <mutex>
#include <thread>

class Ids {
public:
    int next() {
        int id = 0;
        while (taken(id))
            ++id;
        mark(id);
        return id;
    }

private:
    bool taken(int id) {
        std::lock_guard<std::mutex> guard(mutex_);
        return used_[id];
    }
    void mark(int id) {
        std::lock_guard<std::mutex> guard(mutex_);
        used_[id] = true;
    }
    std::mutex mutex_;
    bool used_[4] = {};
};

int main() {
    Ids ids;
    int first = -1, second = -1;
    std::thread one([&] { first = ids.next(); });
    std::thread two([&] { second = ids.next(); });
    one.join();
    two.join();
    if (first == second) { // FAILS exit
        std::printf("both got %d\n", first);
        return 2;
    }
    return 0;
}
