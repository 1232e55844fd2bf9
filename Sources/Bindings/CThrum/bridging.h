// Swift 6.2 only: it looks here for the implemented declarations; see Package.swift.
#include "../CThrumHeader/include/thrum.h"
#include "../CThrumHeader/include/thrum_plugin.h"
#include "../CThrumHeader/include/thrum_thread.h"
#include "../CThrumHeader/include/thrum_unity.h"
