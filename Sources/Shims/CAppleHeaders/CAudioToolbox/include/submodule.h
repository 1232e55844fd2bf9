// Empty: the declarations are in Swift.
