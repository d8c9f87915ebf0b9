"""The inspectors of the explorer, a chapter each; `inspecting.make` reads the one that is opened."""
