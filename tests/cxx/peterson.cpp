// CONSTRUCT: Peterson's lock of sequentially consistent atomics
#include <atomic>
#include <cassert>
#include <thread>

class Peterson {
public:
    void lock(int me) {
        wants_[me] = true;
        turn_ = 1 - me;
        while (wants_[1 - me] && turn_ == 1 - me) std::this_thread::yield();
    }
    void unlock(int me) { wants_[me] = false; }

private:
    std::atomic<bool> wants_[2] = {false, false};
    std::atomic<int> turn_{0};
};

static Peterson lock;
static int inside, passed;

static void pass(int me) {
    lock.lock(me);
    inside += 1;
    assert(inside == 1); // HOLDS
    passed += 1;
    inside -= 1;
    lock.unlock(me);
}

int main() {
    std::thread a(pass, 0), b(pass, 1);
    a.join();
    b.join();
    assert(passed == 2); // HOLDS
    return 0;
}
