// CONSTRUCT: two translation units that share class templates and an inline variable; get-then-set is not atomic
#include "stock.hpp"

void deliver(int key, int count) { stock.set(key, stock.count(key) + count); }
