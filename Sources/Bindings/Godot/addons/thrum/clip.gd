tool
extends Resource

## An imported .ahap file.

## AHAP text.
export(String, MULTILINE) var text = ""
## Path of the file.
export(String) var path = ""
