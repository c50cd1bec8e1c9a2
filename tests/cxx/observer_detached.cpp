// CONSTRUCT: a subject copies its list of observers and notifies outside the lock: one is called after it was detached
#include <algorithm>
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

struct Observer {
    virtual ~Observer() = default;
    virtual void update(int value) = 0;
};

class Display : public Observer {
public:
    void update(int value) override {
        assert(attached); // FAILS
        shown = value;
    }
    bool attached = true;
    int shown = 0;
};

class Subject {
public:
    void attach(Observer *observer) { observers_.push_back(observer); }

    void detach(Observer *observer) {
        std::lock_guard guard(lock_);
        observers_.erase(std::remove(observers_.begin(), observers_.end(), observer), observers_.end());
    }

    void notify(int value) {
        std::vector<Observer *> copy;
        {
            std::lock_guard guard(lock_);
            copy = observers_;
        }
        for (Observer *observer : copy) observer->update(value);
    }

private:
    std::mutex lock_;
    std::vector<Observer *> observers_;
};

int main() {
    Subject subject;
    Display display;
    subject.attach(&display);
    std::thread publisher([&] { subject.notify(7); });
    std::thread closer([&] {
        subject.detach(&display);
        display.attached = false;
    });
    publisher.join();
    closer.join();
    assert(display.shown == 7 || !display.attached); // HOLDS
    return 0;
}
