/* What a threaded test of a suite is about, and one that has no threads. */
#include <mutex>
#include <thread>
#include <vector>

class Counter {
public:
    void add(int n)
    {
        std::lock_guard<std::mutex> guard(mutex_);
        value_ += n;
    }
    int get()
    {
        std::lock_guard<std::mutex> guard(mutex_);
        return value_;
    }

private:
    std::mutex mutex_;
    int value_ = 0;
};

/* 3: two threads add to a counter. */
static inline int counted()
{
    Counter counter;
    std::thread one([&] { counter.add(1); });
    std::thread two([&] { counter.add(2); });
    one.join();
    two.join();
    return counter.get();
}

/* 0 + 1 + ... + n - 1, by one thread. */
static inline int summed(int n)
{
    std::vector<int> all;
    for (int number = 0; number < n; number++)
        all.push_back(number);
    int sum = 0;
    for (int number : all)
        sum += number;
    return sum;
}
