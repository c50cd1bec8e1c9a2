/* What the tests here are about: two threads add to a counter, and each looks before it locks. 3 if nothing is lost. */
#include <mutex>
#include <thread>

class Counter {
public:
    void add(int n)
    {
        int before = get();
        std::lock_guard guard(mutex_);
        value_ = before + n;
    }
    int get()
    {
        std::lock_guard guard(mutex_);
        return value_;
    }

private:
    std::mutex mutex_;
    int value_ = 0;
};

static int raced()
{
    Counter counter;
    std::thread one([&] { counter.add(1); });
    std::thread two([&] { counter.add(2); });
    one.join();
    two.join();
    return counter.get();
}
