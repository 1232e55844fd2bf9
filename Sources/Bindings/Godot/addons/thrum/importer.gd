tool
extends EditorImportPlugin

## Imports .ahap files as clips.

const Clip = preload("clip.gd")


func get_importer_name():
	return "thrum.ahap"


func get_visible_name():
	return "Haptic pattern"


func get_recognized_extensions():
	return ["ahap"]


func get_save_extension():
	return "res"


func get_resource_type():
	return "Resource"


func get_preset_count():
	return 1


func get_preset_name(_preset):
	return "Default"


func get_import_options(_preset):
	return []


func get_option_visibility(_option, _options):
	return true


func import(source, save, _options, _variants, _files):
	var file = File.new()
	var status = file.open(source, File.READ)
	if status != OK:
		return status
	var clip = Clip.new()
	clip.text = file.get_as_text()
	clip.path = source
	file.close()
	return ResourceSaver.save("%s.%s" % [save, get_save_extension()], clip)
