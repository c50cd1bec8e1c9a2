"""A failing run -> the few of its statements and orderings that make it fail, with what holds between them."""
