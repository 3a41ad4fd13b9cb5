"""Tools called by the Makefile."""
