"""The long checks behind `bruges-lab verify`, whose figures go into VERIFICATION.md; benchmarks; a look at the code itself."""
