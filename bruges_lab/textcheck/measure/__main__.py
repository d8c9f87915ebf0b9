"""`python -m bruges_lab.textcheck.measure FOLDER [--source FILE]`: how the checker does by the labels of texts."""

from .tallying import main

if __name__ == "__main__":
    main()
