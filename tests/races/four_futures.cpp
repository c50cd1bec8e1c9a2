// CONSTRUCT: four futures are summed up: their counts of owners are weak atomics, their results come with a lock
#include <cassert>
#include <future>
#include <vector>

static long part(long from) {
    long sum = 0;
    for (long i = from; i < from + 5; i++) sum += i;
    return sum;
}

int main() {
    std::vector<std::future<long>> parts;
    for (long i = 0; i < 4; i++) parts.push_back(std::async(std::launch::async, part, 5 * i));
    long sum = 0;
    for (auto &one : parts) sum += one.get();
    assert(sum == 190);
    return 0;
}
