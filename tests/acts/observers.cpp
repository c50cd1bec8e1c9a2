// CONSTRUCT: observers: one that is not in the list is put in, in two critical sections
#include <algorithm>
#include <iostream>
#include <mutex>
#include <thread>
#include <vector>

class Subject {
public:
    bool has(int observer) {
        std::lock_guard guard(mutex_);
        return std::find(observers_.begin(), observers_.end(), observer) != observers_.end();
    }
    void attach(int observer) {
        std::lock_guard guard(mutex_);
        observers_.push_back(observer);
    }
    int notify() {
        std::lock_guard guard(mutex_);
        return static_cast<int>(observers_.size());
    }

private:
    std::mutex mutex_;
    std::vector<int> observers_;
};

int main() {
    Subject subject;
    auto subscribe = [&subject] {
        if (!subject.has(5))
            subject.attach(5);
    };
    std::thread one(subscribe), two(subscribe);
    one.join();
    two.join();
    int told = subject.notify();
    if (told != 1)
        std::cerr << "told " << told << " times\n";
    return told - 1;
} // FAILS exit
