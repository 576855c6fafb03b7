"""What people and programs see: words, views, position documents."""
