// CONSTRUCT: a unique_ptr handed over in a slot under a lock: only one owner at a time
#include <cassert>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

struct Message {
    explicit Message(int number) : number(number) {}
    int number;
};

static std::mutex lock;
static std::condition_variable filled;
static std::unique_ptr<Message> slot;

int main() {
    std::thread receiver([] {
        std::unique_ptr<Message> mine;
        {
            std::unique_lock held(lock);
            filled.wait(held, [] { return slot != nullptr; });
            mine = std::move(slot);
        }
        mine->number += 1;
        assert(mine->number == 6); // HOLDS
    });
    std::thread sender([] {
        auto message = std::make_unique<Message>(4);
        message->number += 1;
        std::lock_guard guard(lock);
        slot = std::move(message);
        filled.notify_one();
    });
    receiver.join();
    sender.join();
    assert(slot == nullptr); // HOLDS
    return 0;
}
