# A unit that walks to a point, alone: its way is planned while it walks, and anew when the world changes.
extends Node2D
class_name OverlandAgent

signal arrived
signal stopped(reason) # as near to the goal as it can be, or where it was

export(NodePath) var world # an OverlandWorld
export var speed = 100.0 # pixels a second

const Route = preload("route.gdns")

var goal # a cell; null: none
var _route = Route.new()
var _points = [] # that are left of its segment
onready var _world = get_node(world)


func _ready():
	_world.connect("changed", self, "_begin")


func go_to(point):
	goal = _world.cell_of(point)
	_begin()


func _begin():
	_points = []
	if goal != null and not _route.begin(_world.native, _world.cell_of(global_position), goal, true):
		_end()


func _end():
	var has_arrived = _world.cell_of(global_position) == goal
	goal = null
	if has_arrived:
		emit_signal("arrived")
	else:
		emit_signal("stopped", _route.reason())


func _physics_process(delta):
	var way = speed * delta
	while goal != null and way > 0:
		if _points.empty():
			_points = Array(_route.next(_world.native))
		if _points.empty():
			_end()
			return
		var next = _world.point_of(_points[0])
		var distance = global_position.distance_to(next)
		global_position = global_position.move_toward(next, way)
		if distance <= way:
			_points.pop_front()
		way -= distance
