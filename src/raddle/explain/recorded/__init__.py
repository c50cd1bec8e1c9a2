"""The recording of a failing run -> `Run`."""
