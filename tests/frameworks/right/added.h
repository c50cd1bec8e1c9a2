/* Two threads add to a counter, and nothing can be lost. */
#include <mutex>
#include <thread>

class Counter {
public:
    void add(int n)
    {
        std::lock_guard guard(mutex_);
        value_ += n;
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

static int added()
{
    Counter counter;
    std::thread one([&] { counter.add(1); });
    std::thread two([&] { counter.add(2); });
    one.join();
    two.join();
    return counter.get();
}
