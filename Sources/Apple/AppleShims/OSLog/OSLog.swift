// OSLog is the same as os.
@_exported import os
