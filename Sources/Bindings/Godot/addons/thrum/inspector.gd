tool
extends EditorInspectorPlugin

## Play and Stop buttons for a clip, with any error below them.

const Clip = preload("clip.gd")

var thrum


func can_handle(object):
	return object is Clip


func parse_begin(clip):
	var problem = Label.new()
	problem.autowrap = true
	var row = HBoxContainer.new()
	_button(row, "Play", "_play", [clip, problem])
	_button(row, "Stop", "_stop", [])
	add_custom_control(row)
	add_custom_control(problem)


func _button(row, text, method, arguments):
	var button = Button.new()
	button.text = text
	button.connect("pressed", self, method, arguments)
	row.add_child(button)


func _play(clip, problem):
	problem.text = "" if thrum.play(clip) else thrum.error


func _stop():
	thrum.stop()
