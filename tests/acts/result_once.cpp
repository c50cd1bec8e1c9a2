// CONSTRUCT: a result that is given once: two finders of the answer both see that it is open
#include <exception>
#include <mutex>
#include <thread>

struct AlreadySet : std::exception {
    const char *what() const noexcept override { return "the result was set before"; }
};

class Result {
public:
    bool ready() {
        std::lock_guard<std::mutex> guard(mutex_);
        return ready_;
    }
    void set(int value) {
        std::lock_guard<std::mutex> guard(mutex_);
        if (ready_) // FAILS failure
            throw AlreadySet();
        value_ = value;
        ready_ = true;
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
        if (!result_.ready())
            result_.set(number_);
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
