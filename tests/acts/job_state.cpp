// CONSTRUCT: a job's state: completed and cancelled, each after it was seen queued
#include <cstdlib>
#include <iostream>
#include <mutex>
#include <thread>

enum class State { queued, completed, cancelled };

class Job {
public:
    State state() {
        std::lock_guard<std::mutex> guard(mutex_);
        return state_;
    }
    void move_to(State next) {
        std::lock_guard<std::mutex> guard(mutex_);
        switch (state_) {
        case State::queued:
            state_ = next;
            break;
        case State::completed:
        case State::cancelled:
            std::cerr << "a finished job was finished again\n";
            std::_Exit(EXIT_FAILURE); // FAILS exit
        }
    }

private:
    std::mutex mutex_;
    State state_ = State::queued;
};

int main() {
    Job job;
    std::thread runner([&job] {
        if (job.state() == State::queued)
            job.move_to(State::completed);
    });
    std::thread user([&job] {
        if (job.state() == State::queued)
            job.move_to(State::cancelled);
    });
    runner.join();
    user.join();
    return job.state() == State::queued;
}
