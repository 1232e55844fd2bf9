// Gives the program an identifier. Apps write `Bundle.main.bundleIdentifier!`, which on Linux is nil without an
// Info.plist next to the program, and would end a whole run of tests. Takes the place of the property in the class's
// method table, at program start. If a Foundation lacks the name, or is linked statically, the property stays nil.
#ifndef THRUM_CBUNDLE_H
#define THRUM_CBUNDLE_H
#endif
