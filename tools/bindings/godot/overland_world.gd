# A world that is baked of a TileMap, for agents and crowds. A cell is one of the map.
extends Node
class_name OverlandWorld

signal changed # it was baked, or edited

export(NodePath) var tile_map # baked at the start, if it is given
# What a cell weighs by the number of its tile: 1 is plain ground, in steps of 1/8 up to 31.875, and 0 blocks. Of tiles
# that are not named here those with a collision shape block, and others are plain ground. No tile blocks.
export(Dictionary) var weights = {}

const World = preload("world.gdns")
const NONE = "there is no world: `world` is no NodePath of an OverlandWorld that was baked"

var native = World.new() # its methods take and return cells: tools/bindings/godot/godot_world.c
var map: TileMap # of which it was baked; null: none yet
var area = Rect2() # the cells that it then had


func _ready():
	if tile_map:
		bake(get_node(tile_map))


# The node of this class at a path, seen from another node; null if there is none.
static func named(node, path):
	var is_path = typeof(path) in [TYPE_NODE_PATH, TYPE_STRING]
	var found = node.get_node(path) if is_path and node.has_node(path) else null
	return found if found and found.has_method("is_baked") else null


# Bakes the cells that have tiles, in a map without half offsets, whose tiles have numbers up to 254. Returns false, and
# tells why, if that fails.
func bake(tiles):
	if not is_instance_valid(tiles) or not tiles is TileMap:
		return _refuse("bake takes a TileMap, not " + str(tiles))
	var cells = tiles.get_used_rect()
	if cells.size.x == 0 or tiles.tile_set == null:
		return _refuse("the map has no tiles")
	if tiles.cell_half_offset != TileMap.HALF_OFFSET_DISABLED:
		return _refuse("rows or columns of the map are shifted by half a cell")
	var terrain = PoolByteArray()
	for y in range(cells.position.y, cells.end.y):
		for x in range(cells.position.x, cells.end.x):
			terrain.append(tiles.get_cell(x, y) + 1)
	var of_terrain = PoolByteArray()
	for _terrain in range(256):
		of_terrain.append(0)
	for tile in tiles.tile_set.get_tiles_ids():
		var weight = weights.get(tile, 0 if tiles.tile_set.tile_get_shape_count(tile) > 0 else 1) * 8
		if tile > 254 or weight < 0 or weight > 255:
			return _refuse("tile %d has a number above 254, or a weight above 31.875" % tile)
		of_terrain[tile + 1] = int(weight)
	var is_done = native.bake(terrain, int(cells.size.x), of_terrain, cells.position)
	if is_done:
		map = tiles
		area = cells
	return _done(is_done)


# Returns whether it can be asked: it was baked, and its map is still there.
func is_baked():
	return is_instance_valid(map)


func _refuse(reason):
	push_error("Overland: " + reason)
	return false


func _done(is_done):
	if not is_done:
		return _refuse(native.reason())
	emit_signal("changed")
	return true


# Puts a tile on a cell of the map, -1 for none, and edits the world. Returns false, and leaves both, where the map had no
# cell when it was baked.
func set_tile(cell, tile):
	if not is_baked():
		return _refuse("the world has no map")
	if typeof(cell) != TYPE_VECTOR2 or not typeof(tile) in [TYPE_INT, TYPE_REAL]:
		return _refuse("set_tile takes a cell, which is a Vector2, and the number of a tile, not %s and %s" % [cell, tile])
	var is_done = native.edit(cell, 1, 1, tile + 1)
	if is_done:
		map.set_cellv(cell, tile)
	return _done(is_done)


func is_open(cell):
	return native.weight(cell) > 0


# The cell of a point, and the middle of a cell; both global.
func cell_of(point):
	if not is_baked() or typeof(point) != TYPE_VECTOR2:
		_refuse("a point is a Vector2, not " + str(point) if is_baked() else "the world has no map")
		return Vector2.INF # no cell
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
