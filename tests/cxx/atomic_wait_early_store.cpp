// CONSTRUCT: atomic wait and notify: the value waited for is stored before the data
#include <atomic>
#include <cassert>
#include <thread>

class Event {
public:
    void set() {
        happened_.store(true);
        happened_.notify_all();
    }
    void wait() { happened_.wait(false); }

private:
    std::atomic<bool> happened_{false};
};

int main() {
    Event loaded;
    int rows = 0;
    std::thread user([&] {
        loaded.wait();
        assert(rows == 12); // FAILS
    });
    std::thread loader([&] {
        loaded.set();
        rows = 12;
    });
    user.join();
    loader.join();
    return 0;
}
