// For Swift 6.2 alone, which looks here for the declarations that the functions implement: see Package.swift.
#include "../CThrumHeader/include/thrum.h"
#include "../CThrumHeader/include/thrum_plugin.h"
#include "../CThrumHeader/include/thrum_thread.h"
#include "../CThrumHeader/include/thrum_unity.h"
