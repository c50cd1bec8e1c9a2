// CONSTRUCT: a method is called on what may be no object any more
#include <atomic>
#include <thread>

class Counter {
  public:
    void add() {
        value_++; // MEMORY! null
    }

  private:
    int value_ = 0;
};

static Counter only;
static std::atomic<Counter *> counter{&only};

int main() {
    std::thread user([] { counter.load()->add(); });
    std::thread closer([] { counter = nullptr; });
    user.join();
    closer.join();
    return 0;
}
