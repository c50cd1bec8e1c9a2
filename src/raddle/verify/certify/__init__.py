"""Proofs that outlive the command: written, kept, and checked by another solver."""
