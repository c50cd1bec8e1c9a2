// VERIFY: proved
// CONSTRUCT: std::mutex and std::condition_variable in an object of the heap that its only user is told of
#include <cassert>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

struct Event {
    std::mutex m;
    std::condition_variable c;
    bool set = false;
};

int main() {
    auto event = std::make_unique<Event>();
    std::thread other([&event] {
        std::lock_guard<std::mutex> held(event->m);
        event->set = true;
        event->c.notify_one();
    });
    {
        std::unique_lock<std::mutex> held(event->m);
        event->c.wait(held, [&event] { return event->set; });
        assert(event->set);
    }
    other.join();
    return 0;
}
