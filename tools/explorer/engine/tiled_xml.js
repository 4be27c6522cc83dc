// The XML of Tiled's files as the objects of its JSON files.

const XML_TOKEN = /<(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>|([^<]+)/y;
const SKIPPED = /<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<![^>]*>/g;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const ENTITIES = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

const decodeText = (text) =>
  text.replace(/&(#x[\da-f]+|#\d+|\w+);/gi, (whole, name) => {
    if (name[0] !== '#') return ENTITIES[name] ?? whole;
    const code = name[1] === 'x' ? parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

/** Elements as { tag, attributes, children, text }; throws a sentence that names the line. */
function parseElements(source) {
  const text = source.replace(SKIPPED, (part) => part.replace(/[^\n]/g, ' '));
  const root = { tag: '', attributes: {}, children: [], text: '' };
  const open = [root];
  XML_TOKEN.lastIndex = 0;
  for (let at = 0; at < text.length; at = XML_TOKEN.lastIndex) {
    const match = XML_TOKEN.exec(text);
    const top = open[open.length - 1];
    const isWrongEnd = match?.[1] && match[2] !== top.tag;
    if (!match || isWrongEnd) {
      const line = text.slice(0, at).split('\n').length;
      const due = isWrongEnd ? `</${top.tag}> is expected, not </${match[2]}>` : 'this is no XML';
      throw new Error(`Line ${line} of the Tiled file can't be read: ${due}.`);
    }
    const [, isEnd, tag, attributes, isEmpty, words] = match;
    if (words !== undefined) top.text += words;
    else if (isEnd) open.pop();
    else {
      const element = { tag, attributes: readAttributes(attributes), children: [], text: '' };
      top.children.push(element);
      if (!isEmpty) open.push(element);
    }
  }
  if (open.length > 1)
    throw new Error(`The Tiled file ends early: </${open[open.length - 1].tag}> is missing.`);
  return root;
}

function readAttributes(text) {
  const found = {};
  for (const [, name, double, single] of text.matchAll(ATTRIBUTE))
    found[name] = decodeText(double ?? single);
  return found;
}

const childrenOf = (element, ...tags) => element.children.filter(({ tag }) => tags.includes(tag));
const firstChild = (element, tag) => element.children.find((child) => child.tag === tag);

function propertiesOf(element) {
  const list = firstChild(element, 'properties');
  return (list ? childrenOf(list, 'property') : []).map(({ attributes, text }) => ({
    name: attributes.name,
    value: attributes.value ?? text,
  }));
}

function tilesetOf(element) {
  const tiles = childrenOf(element, 'tile').map((tile) => ({
    id: Number(tile.attributes.id),
    type: tile.attributes.class ?? tile.attributes.type,
    properties: propertiesOf(tile),
    objectgroup: firstChild(tile, 'objectgroup'),
  }));
  const { firstgid, source } = element.attributes;
  return { firstgid: Number(firstgid), source, tiles };
}

/** The gids of a `data` or `chunk` element: a list, or a text that is still encoded. */
function dataOf(element) {
  const tiles = childrenOf(element, 'tile');
  return tiles.length > 0 ? tiles.map((tile) => Number(tile.attributes.gid ?? 0)) : element.text;
}

const LAYER_KINDS = {
  layer: 'tilelayer',
  group: 'group',
  objectgroup: 'objectgroup',
  imagelayer: 'imagelayer',
};

function layerOf(element) {
  const { attributes } = element;
  const layer = {
    type: LAYER_KINDS[element.tag],
    name: attributes.name,
    class: attributes.class,
    width: Number(attributes.width),
    height: Number(attributes.height),
    properties: propertiesOf(element),
  };
  if (element.tag === 'group') layer.layers = layersOf(element);
  if (element.tag === 'objectgroup') layer.objects = childrenOf(element, 'object');
  const data = firstChild(element, 'data');
  if (!data) return layer;
  Object.assign(layer, data.attributes);
  const chunks = childrenOf(data, 'chunk');
  if (chunks.length === 0) return { ...layer, data: dataOf(data) };
  const numbers = (each) => Object.entries(each.attributes).map(([name, n]) => [name, Number(n)]);
  layer.chunks = chunks.map((each) => ({
    ...Object.fromEntries(numbers(each)),
    data: dataOf(each),
  }));
  return layer;
}

const layersOf = (element) => childrenOf(element, ...Object.keys(LAYER_KINDS)).map(layerOf);

/** A .tmx or .tsx file as the object of a .tmj or .tsj file. */
export function readTiledXml(text) {
  const root = parseElements(text);
  const tileset = firstChild(root, 'tileset');
  if (tileset) return { type: 'tileset', ...tilesetOf(tileset) };
  const map = firstChild(root, 'map');
  if (!map) throw new Error('This is no Tiled map: it has no element <map>.');
  return {
    type: 'map',
    orientation: map.attributes.orientation,
    width: Number(map.attributes.width),
    height: Number(map.attributes.height),
    tilesets: childrenOf(map, 'tileset').map(tilesetOf),
    layers: layersOf(map),
  };
}
