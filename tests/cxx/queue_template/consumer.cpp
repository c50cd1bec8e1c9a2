// CONSTRUCT: a class template used from two translation units: a channel that is closed after the last value
#include "channel.hpp"

int sum_of(Channel<int> &channel) {
    int sum = 0;
    while (std::optional<int> value = channel.receive()) sum += *value;
    return sum;
}
