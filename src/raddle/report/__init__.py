"""Result -> text, json. What people and programs read."""
