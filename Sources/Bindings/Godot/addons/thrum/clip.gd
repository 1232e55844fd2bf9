tool
extends Resource

## An imported .ahap file.

## The AHAP text.
export(String, MULTILINE) var text = ""
## Where the text is from.
export(String) var path = ""
