// Observers of a subject: told outside of the lock, of which each holds a share while it is told.
// BUG: memory: plain pointers, and one takes itself away and is deleted meanwhile
#include <algorithm>
#include <cassert>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>
#ifndef N
#define N 5
#endif

struct Observer {
    int limit = N;
    bool wants(int news) const { return news < limit; }
};
#ifdef BUG
using Pointer = Observer *;
#else
using Pointer = std::shared_ptr<Observer>;
#endif

class Subject {
public:
    void add(Pointer one) {
        std::lock_guard<std::mutex> held(lock_);
        observers_.push_back(std::move(one));
    }
    void remove(const Pointer &one) {
        std::lock_guard<std::mutex> held(lock_);
        observers_.erase(std::remove(observers_.begin(), observers_.end(), one), observers_.end());
    }
    int tell(int news) {
        std::vector<Pointer> some;
        {
            std::lock_guard<std::mutex> held(lock_);
            some = observers_;
        }
        int told = 0;
        for (const Pointer &one : some)
            told += one->wants(news);
        return told;
    }

private:
    std::mutex lock_;
    std::vector<Pointer> observers_;
};

int main() {
    Subject subject;
    std::thread teller([&subject] {
        for (int i = 0; i < N; i++)
            assert(subject.tell(i) <= 1);
    });
    for (int i = 0; i < N; i++) {
#ifdef BUG
        Pointer one = new Observer;
#else
        Pointer one = std::make_shared<Observer>();
#endif
        subject.add(one);
        subject.remove(one);
#ifdef BUG
        delete one;
#endif
    }
    teller.join();
}
