# Units that never share a cell. Its children are the units, nodes in 2D, which it moves, and so are agents that name it.
extends Node
class_name OverlandCrowd

signal begun # without units but its children

export(NodePath) var world # an OverlandWorld
export var capacity = 1024 # units at once
export var ticks_a_second = 10 # steps of the fastest units
export var budget = 20000 # expansions of planning in a tick

const Units = preload("units.gdns")
const World = preload("overland_world.gd")

var native = Units.new() # its methods take and return cells: tools/bindings/godot/godot_walk.c
var is_begun = false
var _unit_of = {} # by the node
var _from = PoolVector2Array() # places of the units before and after the last tick
var _to = PoolVector2Array()
var _lag = 0.0 # ticks that are due
var _area # of the world
onready var _world = World.named(self, world)


func _ready():
	if is_instance_valid(_world):
		_world.connect("changed", self, "_on_change")
		_on_change()
	else:
		_refuse(World.NONE)


func _on_change():
	if _has_world() and (not is_begun or _world.area != _area):
		begin()


# Makes units of all children anew, as it does by itself when its world is baked for the first time, or with another size.
func begin():
	_unit_of.clear()
	is_begun = _has_world() and native.begin(_world.native, capacity)
	if not is_begun:
		_refuse(native.reason() if _has_world() else World.NONE)
		return
	_area = _world.area
	for node in get_children():
		if node is Node2D: # others, such as timers, have no place
			add(node)
	emit_signal("begun")


func _has_world():
	return is_instance_valid(_world) and _world.is_baked()


func _refuse(reason):
	push_error("Overland: %s: %s" % [name, reason])
	return false


# Makes a unit of a node, where it stands. Returns false, and warns, if it can't stand there: in a wall, or on another
# one. Enemies are of another side; a speed of 256 is a step a tick, and of 128 half of it.
func add(node, side = 0, speed = 256):
	if not is_instance_valid(node) or not node is Node2D:
		return _refuse("a unit is a Node2D, not " + str(node))
	if not _has_world() or has(node):
		return has(node)
	var cell = _world.cell_of(node.global_position)
	var unit = native.add(_world.native, cell, side, speed)
	if unit != 0:
		_unit_of[node] = unit
		if not node.is_connected("tree_exiting", self, "remove"):
			node.connect("tree_exiting", self, "remove", [node])
		_count_again()
	else:
		push_warning("Overland: %s on %s is no unit of its crowd: %s" % [node.name, cell, native.reason()])
	return unit != 0


# Returns whether a node is a unit.
func has(node):
	return node in _unit_of


# A node that leaves the tree is removed by itself.
func remove(node):
	if has(node):
		native.remove(_unit_of[node])
		_unit_of.erase(node)
		_count_again()


func _count_again():
	_to = native.places(_units_of(_unit_of.keys()))
	_from = _to


# Sends units to a point; all children, if none are named. Each gets a place of its own near it. Nodes that are no units
# stay. Returns false where no unit can go there; then native.reason() says why.
func send(point, nodes = null):
	if not _has_world():
		return _refuse(World.NONE)
	var sent = _units_of(get_children() if nodes == null else nodes)
	return native.send(_world.native, sent, _world.cell_of(point))


# idle, planning, walking, waiting, arrived, beside, stuck or unreachable; of a node that is no unit "".
func state_of(node):
	return native.state(_unit_of[node]) if has(node) else ""


# Returns whether a unit is seen where it stands, not on a step.
func stands(node):
	var at = _unit_of.keys().find(node)
	return at >= 0 and _from[at] == _to[at]


func _units_of(nodes):
	var list = PoolIntArray()
	for node in nodes:
		if has(node):
			list.append(_unit_of[node])
	return list


func _physics_process(delta):
	if not is_begun or not _has_world():
		return
	_lag += delta * ticks_a_second
	while _lag >= 1:
		_lag -= 1
		if not native.tick(_world.native, budget):
			push_error("Overland: " + native.reason())
			is_begun = false
			return
		_from = _to
		_to = native.places(_units_of(_unit_of.keys()))
	var at = 0
	for node in _unit_of:
		node.global_position = _world.point_of(_from[at].linear_interpolate(_to[at], _lag))
		at += 1
