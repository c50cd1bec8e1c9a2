#include <cassert>
#include <thread>

#include "channel.hpp"

int main() {
    Channel<int> channel;
    int sum = 0;
    std::thread consumer([&] { sum = sum_of(channel); });
    std::thread producer([&] {
        channel.send(3);
        channel.send(4);
        channel.close();
    });
    producer.join();
    consumer.join();
    assert(sum == 7); // HOLDS
    return 0;
}
