// CONSTRUCT: each thread formats with an ostringstream of its own and prints under a lock
// OUTPUT: 3 lines
#include <cassert>
#include <iostream>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>

static std::mutex lock;
static int lines;

static void report(int number) {
    std::ostringstream text;
    text << "task " << number << ": " << number * 1.5 << '\n';
    std::string line = text.str();
    std::lock_guard guard(lock);
    std::cerr << line;
    lines += 1;
}

int main() {
    std::thread a(report, 1), b(report, 2), c(report, 3);
    a.join();
    b.join();
    c.join();
    assert(lines == 3); // HOLDS
    std::cout << lines << " lines" << std::endl;
    return 0;
}
