"""What people and programs see of the numbers: words, views and position documents."""
