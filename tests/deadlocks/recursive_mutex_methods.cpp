// CONSTRUCT: a method under a recursive mutex calls another one
#include <mutex>
#include <thread>

class Counter {
  public:
    void add() {
        std::lock_guard guard(lock_);
        value_++;
    }
    void add_twice() {
        std::lock_guard guard(lock_);
        add();
        add();
    }

  private:
    std::recursive_mutex lock_;
    int value_ = 0;
};

static Counter counter;

int main() {
    std::thread one([] { counter.add_twice(); });
    std::thread two([] { counter.add(); });
    one.join();
    two.join();
    return 0;
}
