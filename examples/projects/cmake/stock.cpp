#include "stock.hpp"

int Stock::count(const std::string &name) const
{
    std::lock_guard<std::mutex> guard(mutex_);
    return pieces_.at(name);
}

void Stock::put(const std::string &name, int count)
{
    std::lock_guard<std::mutex> guard(mutex_);
    pieces_.at(name) = count;
}

/* The bug: the lock is given back between counting and putting. */
bool Stock::take(const std::string &name, int wanted)
{
    int before = count(name);
    if (before < wanted)
        return false;
    put(name, before - wanted);
    return true;
}
