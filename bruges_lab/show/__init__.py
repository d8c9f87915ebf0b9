"""Pictures of the game, for notebooks, pages and terminals. Imported where something is drawn, never by `import bruges_lab`."""
