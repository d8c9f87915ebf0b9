"""Analysis: policies, playouts, simulation. Imported when first used."""
