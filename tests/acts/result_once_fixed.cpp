// CHECK proved
// CONSTRUCT: a result that is given once: two finders of the answer both see that it is open
#include <mutex>
#include <thread>

class Result {
public:
    bool offer(int value) {
        std::lock_guard<std::mutex> guard(mutex_);
        if (ready_)
            return false;
        value_ = value;
        ready_ = true;
        return true;
    }

private:
    std::mutex mutex_;
    bool ready_ = false;
    int value_ = 0;
};

class Searcher {
public:
    Searcher(Result &result, int number) : result_(result), number_(number) {}
    void operator()() {
        result_.offer(number_);
    }

private:
    Result &result_;
    int number_;
};

int main() {
    Result result;
    std::thread low(Searcher(result, 1));
    std::thread high(Searcher(result, 2));
    low.join();
    high.join();
    return 0;
}
