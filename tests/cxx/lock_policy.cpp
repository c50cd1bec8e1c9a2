// CONSTRUCT: a class template with the lock as a policy: one instance is safe, the other is not
#include <cassert>
#include <mutex>
#include <thread>

struct NoLock {
    void lock() {}
    void unlock() {}
};

template <typename T, typename Lock>
class Total {
public:
    void add(T value) {
        std::lock_guard<Lock> guard(lock_);
        sum_ += value;
    }
    T sum() const { return sum_; }

private:
    Lock lock_;
    T sum_{};
};

int main() {
    Total<long, std::mutex> safe;
    Total<short, NoLock> unsafe;
    auto work = [&] {
        safe.add(2);
        unsafe.add(2);
    };
    std::thread a(work), b(work);
    a.join();
    b.join();
    assert(safe.sum() == 4); // HOLDS
    assert(unsafe.sum() == 4); // FAILS
    return 0;
}
