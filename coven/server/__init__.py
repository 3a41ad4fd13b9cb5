"""The table for people: tables, seats, a log on disk, and sockets. It knows games only by their contract."""
