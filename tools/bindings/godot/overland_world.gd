# A world that is baked of a TileMap, for agents and crowds. A cell is one of the map.
extends Node
class_name OverlandWorld

signal changed # it was baked, or edited

export(NodePath) var tile_map # baked at the start, if it is given
# What a cell weighs by the number of its tile: 1 is plain ground, in steps of 1/8 up to 31.875, and 0 blocks. Of tiles
# that are not named here those with a collision shape block, and others are plain ground. No tile blocks.
export(Dictionary) var weights = {}

const World = preload("world.gdns")

var native = World.new() # its methods take and return cells: tools/bindings/godot/godot_world.c
var map: TileMap


func _ready():
	if tile_map:
		bake(get_node(tile_map))


# Bakes the cells that have tiles. Returns false, and tells why, if that fails.
func bake(tiles):
	map = tiles
	var area = map.get_used_rect()
	var terrain = PoolByteArray()
	for y in range(area.position.y, area.end.y):
		for x in range(area.position.x, area.end.x):
			terrain.append(map.get_cell(x, y) + 1)
	var of_terrain = PoolByteArray()
	of_terrain.resize(256)
	for terrain_number in range(256):
		of_terrain[terrain_number] = int(_weight(terrain_number - 1) * 8)
	return _done(native.bake(terrain, int(area.size.x), of_terrain, area.position))


func _weight(tile):
	if tile < 0 or not tile in map.tile_set.get_tiles_ids():
		return 0
	return weights.get(tile, 0 if map.tile_set.tile_get_shape_count(tile) > 0 else 1)


func _done(is_done):
	if is_done:
		emit_signal("changed")
	else:
		push_error("Overland: " + native.reason())
	return is_done


# Puts a tile on a cell of the map, -1 for none, and edits the world.
func set_tile(cell, tile):
	map.set_cellv(cell, tile)
	return _done(native.edit(cell, 1, 1, tile + 1))


func is_open(cell):
	return native.weight(cell) > 0


# The cell of a point, and the middle of a cell; both global.
func cell_of(point):
	return map.world_to_map(map.to_local(point))


func point_of(cell):
	var origin = map.map_to_world(Vector2(0, 0))
	var right = map.map_to_world(Vector2(1, 0)) - origin
	var down = map.map_to_world(Vector2(0, 1)) - origin
	return map.to_global(origin + right * (cell.x + 0.5) + down * (cell.y + 0.5))


# The turning points of a path between two points; none, if there is no way.
func find_path(from, to):
	var points = PoolVector2Array()
	for cell in native.path(cell_of(from), cell_of(to), false):
		points.append(point_of(cell))
	return points
