// CHECK proved
// CONSTRUCT: lazy initialisation in a class: who finds nothing makes it, after letting go of the lock
#include <cassert>
#include <mutex>
#include <thread>

class Clock {
public:
    explicit Clock(int rate) : rate_(rate) {}
    int rate() const { return rate_; }

private:
    int rate_;
};

class Holder {
public:
    ~Holder() { delete clock_; }
    Clock *get() {
        std::lock_guard<std::mutex> guard(mutex_);
        return clock_ != nullptr ? clock_ : make();
    }
    int made() const { return made_; }

private:
    Clock *make() {
        clock_ = new Clock(50);
        ++made_;
        return clock_;
    }
    std::mutex mutex_;
    Clock *clock_ = nullptr;
    int made_ = 0;
};

int main() {
    Holder holder;
    std::thread one([&] { holder.get(); });
    std::thread two([&] { holder.get(); });
    one.join();
    two.join();
    assert(holder.made() == 1);
    return 0;
}
