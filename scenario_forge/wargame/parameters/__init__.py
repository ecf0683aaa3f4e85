"""What an author may set, as documents and as numbers that play reads."""
