// CONSTRUCT: the promise is kept before all the data is there
#include <cassert>
#include <future>
#include <thread>

struct Report {
    int lines = 0;
    int errors = -1;
};

int main() {
    Report report;
    std::promise<void> finished;
    std::future<void> done = finished.get_future();
    std::thread scanner([&] {
        report.lines = 100;
        finished.set_value();
        report.errors = 0;
    });
    done.wait();
    assert(report.lines == 100); // HOLDS
    assert(report.errors == 0); // FAILS
    scanner.join();
    return 0;
}
