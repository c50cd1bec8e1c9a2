// CONSTRUCT: events run in the loop's thread, but one of the posters changes the same state directly
#include <cassert>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

class Loop {
public:
    void post(std::function<void()> event) {
        std::lock_guard guard(lock_);
        event_ = std::move(event);
        posted_.notify_one();
    }

    void run_one() {
        std::function<void()> event;
        {
            std::unique_lock held(lock_);
            posted_.wait(held, [this] { return static_cast<bool>(event_); });
            event = std::move(event_);
        }
        event();
    }

private:
    std::mutex lock_;
    std::condition_variable posted_;
    std::function<void()> event_;
};

int main() {
    Loop loop;
    int counter = 0;
    std::thread runner([&] { loop.run_one(); });
    std::thread poster([&] {
        loop.post([&] { counter += 1; });
        counter += 10;
    });
    runner.join();
    poster.join();
    assert(counter > 0); // HOLDS
    assert(counter == 11); // FAILS
    return 0;
}
