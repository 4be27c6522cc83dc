// The arrays and structs that a bake reads: pinned or copied to memory of C until it ends.

using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.InteropServices;

namespace Overland
{
    internal sealed unsafe class BakeMemory : IDisposable
    {
        private readonly List<GCHandle> pinned = new List<GCHandle>();
        private readonly ovl_floor_def[] floors;
        private readonly ovl_profile_def[] profiles;
        private readonly ovl_link_def[] links;
        private readonly ovl_place[] places;
        private readonly Weights weights;
        private readonly Map first;

        internal BakeMemory(IReadOnlyList<Map> maps, BakeSettings settings)
        {
            profiles = (settings.Profiles ?? new Profile[0]).Select(
                each => Check.NotNull(each, nameof(settings.Profiles)).Struct()).ToArray();
            links = (settings.Links ?? new Link[0]).Select(
                each => Check.NotNull(each, nameof(settings.Links)).Struct()).ToArray();
            places = (settings.Places ?? new Place[0]).Select(Place).ToArray();
            weights = settings.Weights ?? (profiles.Length == 0 ? maps[0].DefaultWeights() : null);
            first = maps[0];
            floors = maps.Select(Floor).ToArray();
        }

        private ovl_floor_def Floor(Map map) => new ovl_floor_def
        {
            width = map.Width,
            height = map.Height,
            terrain = (byte*)Pin(map.Terrain) + map.Offset,
            row_bytes = (UIntPtr)(uint)map.RowBytes,
            heights = (ushort*)Pin(map.Heights),
        };

        private ovl_place Place(Place place) => new ovl_place
        {
            name = (byte*)Pin(Library.Bytes(Check.NotNull(place, nameof(BakeSettings.Places)).Name)),
            cell = place.Cell,
            width = place.Width,
            height = place.Height,
        };

        private IntPtr Pin(Array array)
        {
            if (array == null || array.Length == 0)
            {
                return IntPtr.Zero;
            }
            GCHandle handle = GCHandle.Alloc(array, GCHandleType.Pinned);
            pinned.Add(handle);
            return handle.AddrOfPinnedObject();
        }

        internal ovl_bake_def Request(BakeSettings settings)
        {
            ovl_bake_def request = new ovl_bake_def();
            if (profiles.Length == 0)
            {
                weights.CopyTo(request.weights);
                request.corners = settings.Corners;
            }
            request.more.profiles = (ovl_profile_def*)Pin(profiles);
            request.more.profile_count = profiles.Length;
            if (floors.Length == 1 && floors[0].heights == null)
            {
                request.width = floors[0].width;
                request.height = floors[0].height;
                request.terrain = floors[0].terrain;
                request.row_bytes = floors[0].row_bytes;
            }
            else
            {
                request.more.floors = (ovl_floor_def*)Pin(floors);
                request.more.floor_count = floors.Length;
            }
            request.more.links = (ovl_link_def*)Pin(links);
            request.more.link_count = links.Length;
            request.more.blocked_links = (byte)(settings.BlockedLinks ? 1 : 0);
            request.more.places = (ovl_place*)Pin(places);
            request.more.place_count = places.Length;
            request.origin = settings.Origin ?? first.Origin;
            request.tuning.region_cells = settings.RegionCells;
            request.tuning.spacing_cells = settings.SpacingCells;
            request.topology = settings.Topology ?? first.Topology;
            request.tuning.overlays = settings.Overlays;
            if (settings.LabelBytesPerCell is int bytes)
            {
                request.tuning.label_bytes_per_cell = bytes == 0 ? Native.NO_LABELS : bytes;
            }
            return request;
        }

        // The number and cells of the link that a bake was refused for; null: it was for something else.
        internal string LinkAtFault(ovl_fault fault)
        {
            if (!Library.Text(fault.what).Contains("link") || fault.where >= (ulong)links.Length)
            {
                return null;
            }
            ovl_link_def link = links[fault.where];
            return $"link {fault.where}, {link.from} -> {link.to}";
        }

        public void Dispose() => pinned.ForEach(each => each.Free());
    }
}
