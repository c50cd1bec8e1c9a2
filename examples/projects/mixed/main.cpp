#include "tracks.hpp"
#include "volume.h"

#include <cassert>
#include <cstdio>
#include <dlfcn.h>
#include <thread>

static void play_effect(Tracks &tracks)
{
    void *plugin = dlopen("./effect.so", RTLD_NOW | RTLD_LOCAL);
    if (!plugin)
        return;
    auto effect = reinterpret_cast<void (*)()>(dlsym(plugin, "effect"));
    effect();
    tracks.add("effect");
    dlclose(plugin);
}

int main()
{
    Tracks tracks;
    std::thread effects([&tracks] { play_effect(tracks); });
    std::thread knob([&tracks] {
        volume_raise(3);
        tracks.add("knob");
    });
    effects.join();
    knob.join();
    std::printf("%zu tracks, volume %d\n", tracks.count(), volume_get());
    assert(tracks.count() == 2);
    assert(volume_get() == 9);
    return 0;
}
