"""What each primitive does, one file each; `actions.py` finds the file. Decision 41."""
