"""How Bruges is weighed and played: worth, quick playouts, odds of threats, majorities, what a person is worth."""
