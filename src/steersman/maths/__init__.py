"""Pure array functions: no files, no estimators, no state. Input is trusted here."""
