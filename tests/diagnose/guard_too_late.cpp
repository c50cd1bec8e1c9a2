// DIAGNOSE concurrency
// CONSTRUCT: a member is looked at before its guard stands
// NAMES: look, drop
// REPAIR: mutex
// WITHOUT PREEMPTION: no
#include <cassert>
#include <mutex>
#include <thread>

class Holder {
  public:
    void use() {
        if (value_) { // AT look
            std::lock_guard<std::mutex> hold(mu_);
            assert(value_ != nullptr); // FAILS
        }
    }
    void drop() {
        std::lock_guard<std::mutex> hold(mu_);
        value_ = nullptr; // AT drop
    }

  private:
    int one_ = 1;
    int *value_ = &one_;
    std::mutex mu_;
};

static Holder holder;

int main() {
    std::thread first([] { holder.use(); });
    std::thread second([] { holder.drop(); });
    first.join();
    second.join();
    return 0;
}
