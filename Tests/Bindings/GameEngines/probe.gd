tool
extends EditorPlugin

# Presses the add-on's buttons in the editor, as a designer would, and quits with the number of checks that failed.

var failures = 0


func _enter_tree():
	_press()


func expect(holds, what):
	if not holds:
		failures += 1
		print("not so: ", what)


func _press():
	var files = get_editor_interface().get_resource_filesystem()
	yield(get_tree(), "idle_frame")
	while files.is_scanning() or not ResourceLoader.exists("res://tap.ahap"):
		yield(get_tree(), "idle_frame")
	# Frames for the inspector to be drawn.
	get_editor_interface().inspect_object(load("res://tap.ahap"))
	for _frame in range(20):
		yield(get_tree(), "idle_frame")
	var inspector = get_editor_interface().get_inspector()
	var play = _button(inspector, "Play")
	var stop = _button(inspector, "Stop")
	var thrum = _thrum(get_tree().root)
	expect(play and stop and thrum, "the inspector has both buttons")
	if play and stop and thrum:
		play.emit_signal("pressed")
		expect(thrum.is_playing(), "Play plays: " + thrum.error)
		stop.emit_signal("pressed")
		expect(not thrum.is_playing(), "Stop stops")
	print("probe: %d failed" % failures)
	get_tree().quit(failures)


func _button(node, text):
	for child in node.get_children():
		if child is Button and child.text == text:
			return child
		var found = _button(child, text)
		if found:
			return found
	return null


func _thrum(node):
	for child in node.get_children():
		if child.get_script() == preload("res://addons/thrum/thrum.gd"):
			return child
		var found = _thrum(child)
		if found:
			return found
	return null
