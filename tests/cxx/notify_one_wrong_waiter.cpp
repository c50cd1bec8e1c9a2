// CONSTRUCT: two waiters for different things on one condition: notify_one may wake the wrong one
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

struct Desk {
    std::mutex lock;
    std::condition_variable news;
    bool paper = false, pen = false;

    void need(bool &thing) {
        std::unique_lock held(lock);
        if (!thing) news.wait(held);
        assert(thing); // FAILS
    }

    void bring(bool &thing) {
        std::unique_lock held(lock);
        thing = true;
        held.unlock();
        news.notify_one();
    }
};

int main() {
    Desk desk;
    std::thread writer(&Desk::need, &desk, std::ref(desk.paper));
    std::thread drawer(&Desk::need, &desk, std::ref(desk.pen));
    std::thread helper([&] {
        desk.bring(desk.paper);
        desk.bring(desk.pen);
    });
    writer.join();
    drawer.join();
    helper.join();
    return 0;
}
