#include "stock.hpp"

#include <cassert>
#include <cstdio>
#include <thread>
#include <vector>

int main()
{
    Stock stock({{"bolt", 5}, {"nut", 9}});
    std::vector<std::thread> orders;
    for (int i = 0; i < 2; i++)
        orders.emplace_back([&stock] { stock.take("bolt", 2); });
    for (std::thread &order : orders)
        order.join();
    std::printf("%d bolts left\n", stock.count("bolt"));
    assert(stock.count("bolt") == 1);
    return 0;
}
