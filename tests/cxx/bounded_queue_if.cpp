// CONSTRUCT: a queue whose consumer waits with if: between the notification and its wake-up another takes the item
#include <cassert>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable arrived;
static std::deque<int> items;

static void consume() {
    std::unique_lock<std::mutex> held(lock);
    if (items.empty()) arrived.wait(held);
    assert(!items.empty()); // FAILS
    items.pop_front();
}

static void produce() {
    for (int item = 1; item <= 2; item++) {
        std::lock_guard<std::mutex> held(lock);
        items.push_back(item);
        arrived.notify_one();
    }
}

static void poll() {
    std::lock_guard<std::mutex> held(lock);
    if (!items.empty()) items.pop_front();
}

int main() {
    std::thread consumer(consume), producer(produce), poller(poll);
    consumer.join();
    producer.join();
    poller.join();
    return 0;
}
