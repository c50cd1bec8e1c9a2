// VERIFY proved
// What several threads print does not come back, in whatever order; an address that is printed is a number.
#include <cassert>
#include <iostream>
#include <mutex>
#include <string>
#include <thread>
static std::mutex m; static int n; static std::string s = "a";
static void w() { std::lock_guard<std::mutex> g(m); n++; s += "b"; std::cout << n << (void*)&n; std::cerr << 2 * n; }
int main() { std::thread a(w), b(w); a.join(); b.join(); assert(n == 2); assert(s.size() == 3); }
