tool
extends EditorPlugin

## Imports .ahap files and adds a Play button to their inspector.

var _importer = preload("importer.gd").new()
var _inspector = preload("inspector.gd").new()
var _thrum


func _enter_tree():
	_thrum = preload("thrum.gd").new()
	add_child(_thrum)
	_inspector.thrum = _thrum
	add_import_plugin(_importer)
	add_inspector_plugin(_inspector)


func _exit_tree():
	remove_inspector_plugin(_inspector)
	remove_import_plugin(_importer)
	_thrum.queue_free()
