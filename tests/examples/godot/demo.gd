# A crowd passes a door, and an agent walks; a click sends the agent, the right button the crowd, and a click with
# shift puts a rock or takes it away. With `--play FOLDER` it plays by itself: rocks close the agent's door when it is
# halfway, three frames are saved in the folder where there is a screen, and what happened is printed.
extends Node2D

enum { GRASS, SWAMP, ROCK }

const COLORS = [Color("709e54"), Color("80804c"), Color("4c4744")]
const SIZE = Vector2(48, 27)
const DOORS = [Rect2(24, 4, 1, 3), Rect2(24, 20, 1, 2)] # in the wall in the middle: the agent's, and the crowd's
const CROWD = 40
const MOST_FRAMES = 3000

var frames = 0
var folder = null # where frames are saved, if it plays by itself
var saved = 0
var ends = [] # what happened to the agent


# Nodes: a parent enters the tree before its children are ready.
func _enter_tree():
	$Land.tile_set = tiles()
	for y in range(SIZE.y):
		for x in range(SIZE.x):
			$Land.set_cell(x, y, tile_at(Vector2(x, y)))
	$Agent.position = Vector2(5.5, 3.5) * 20
	$Agent.add_child(disc(8, Color("ffe64c")))
	for i in range(CROWD):
		var unit = disc(7, Color("4066bf"))
		unit.position = Vector2(4.5 + i % 8, 18.5 + i / 8) * 20
		$Crowd.add_child(unit)


func tile_at(cell):
	for door in DOORS:
		if door.has_point(cell):
			return GRASS
	var is_edge = cell.x == 0 or cell.y == 0 or cell.x == SIZE.x - 1 or cell.y == SIZE.y - 1
	if is_edge or cell.x == 24:
		return ROCK
	return SWAMP if Rect2(30, 4, 8, 8).has_point(cell) else GRASS


# A tile of each colour; that of rocks has a collision shape.
func tiles():
	var made = TileSet.new()
	for tile in [GRASS, SWAMP, ROCK]:
		var image = Image.new()
		image.create(20, 20, false, Image.FORMAT_RGB8)
		image.fill(COLORS[tile])
		var texture = ImageTexture.new()
		texture.create_from_image(image, 0)
		made.create_tile(tile)
		made.tile_set_texture(tile, texture)
		made.tile_set_region(tile, Rect2(0, 0, 20, 20))
	made.tile_add_shape(ROCK, RectangleShape2D.new(), Transform2D())
	return made


func disc(radius, color):
	var made = Polygon2D.new()
	var corners = PoolVector2Array()
	for i in range(16):
		corners.append(Vector2(radius, 0).rotated(i * PI / 8))
	made.polygon = corners
	made.color = color
	return made


func _ready():
	$Agent.connect("arrived", self, "_on_end", ["arrived"])
	$Agent.connect("stopped", self, "_on_end")
	var words = OS.get_cmdline_args()
	var at = Array(words).find("--play")
	if at >= 0:
		folder = words[at + 1]
		click(Vector2(44, 5), BUTTON_LEFT)
		click(Vector2(40, 21), BUTTON_RIGHT)


func _on_end(how):
	ends.append(how)


func _input(event):
	if not event is InputEventMouseButton or not event.pressed:
		return
	var cell = $World.cell_of(event.position)
	if event.shift:
		$World.set_tile(cell, GRASS if $Land.get_cellv(cell) == ROCK else ROCK)
	elif event.button_index == BUTTON_LEFT:
		$Agent.go_to(event.position)
	else:
		$Crowd.send(event.position)


func click(cell, button, shift = false):
	var event = InputEventMouseButton.new()
	event.position = $World.point_of(cell)
	event.button_index = button
	event.pressed = true
	event.shift = shift
	Input.parse_input_event(event)


func settled():
	var count = 0
	for unit in $Crowd.get_children():
		count += 1 if $Crowd.state_of(unit) in ["arrived", "beside"] else 0
	return count


func _process(_delta):
	if folder == null:
		return
	frames += 1
	if frames == 60:
		save()
	if frames == 90: # the agent is on its way to the upper door
		for y in range(4, 7):
			click(Vector2(24, y), BUTTON_LEFT, true)
	if frames == 120:
		save()
	var is_over = ends.size() > 0 and settled() == CROWD
	if is_over or frames == MOST_FRAMES:
		save()
		print("the agent %s at %s; %d of %d units are there, %d of them beyond the wall; frame %d" % [ends,
			$World.cell_of($Agent.position), settled(), CROWD, beyond(), frames])
		get_tree().quit()


func beyond():
	var count = 0
	for unit in $Crowd.get_children():
		count += 1 if unit.position.x > 25 * 20 else 0
	return count


func save():
	if OS.has_feature("Server"):
		return
	var image = get_viewport().get_texture().get_data()
	image.flip_y()
	if image.save_png("%s/frame-%d.png" % [folder, saved]) == OK:
		saved += 1
