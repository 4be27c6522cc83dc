// The mode World in Chromium, with every tool: node browser_world.js PLAYWRIGHT CHROMIUM PAGE PICTURES COMMAND
// FOLDER. Worlds are made by the command.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launch, messageOf, openPage, PHONE, settle } from './browser_page.js';
import { Checks } from './load.js';
import { serveRanges } from './range_server.js';

const [playwright, chromium, file, pictures, command, folder] = process.argv.slice(2);
const checks = new Checks();
const browser = await launch(playwright, chromium);
const url = `file://${file}`;
const look = (page, text, ...args) =>
  page.evaluate(
    ([body, given]) =>
      new Function('mode', 'given', body)(
        globalThis.overlandExplorer.modes.find((mode) => mode.id === 'world'),
        given,
      ),
    [text, args],
  );
const until = (page, text) =>
  page.waitForFunction(
    (body) => new Function('mode', `return ${body}`)(globalThis.overlandExplorer.current),
    text,
  );
const READY = "mode.id === 'world' && mode.world && mode.lists?.isWhole && mode.view.tiles.isIdle";
const make = (kind, size, seed, ...options) => {
  const name = join(folder, `${kind}-${size}`);
  if (existsSync(`${name}.world`)) return `${name}.world`;
  execFileSync(command, ['gen', kind, `${size}x${size}`, '--seed', seed, '-o', `${name}.map`], {
    stdio: 'ignore',
  });
  execFileSync(command, ['build', `${name}.map`, '-o', `${name}.world`, ...options], {
    stdio: 'ignore',
  });
  return `${name}.world`;
};
const button = (page, name, at = 0) => page.locator(`#panel button:text-is("${name}")`).nth(at);
async function section(page, id) {
  const details = page.locator(`#panel [data-fold="${id}"]`);
  if (!(await details.evaluate((element) => element.open)))
    await details.locator('summary').click();
}
const noteOf = (page, id) => page.textContent(`#panel [data-fold="${id}"] .note`);
async function picture(page, name) {
  await until(page, 'mode.view.tiles.isIdle');
  await page.screenshot({ path: join(pictures, `world-${name}.png`) });
}

async function enter(page) {
  await settle(page);
  await page.click('#modes button:text-is("World")');
  await until(page, READY);
}

/** The place of a cell on the screen. */
const onScreen = (page, place) => look(page, 'return mode.view.camera.middle(...given[0])', place);
const click = async (page, place) => page.mouse.click(...(await onScreen(page, place)));
const colourAt = (page, place) =>
  look(
    page,
    `const [x, y] = mode.view.camera.middle(...given[0]);
     const ratio = mode.view.canvas.width / mode.view.camera.width;
     return [...mode.view.context.getImageData(x * ratio, y * ratio, 1, 1).data.slice(0, 3)];`,
    place,
  );

// ---- The map of Play ----

const page = await openPage(browser, `${url}#map=continents&size=320x200&seed=147`);
await enter(page);
checks.equal(
  'the map of Play is shown',
  await look(page, 'return [mode.world.width, mode.world.height]'),
  [320, 200],
);
await picture(page, 'play');

// ---- Undo, one stroke at a time ----

/** Paints rock from a place to the right, and waits for it. */
async function stroke(target, [x, y], cells) {
  const edits = await look(target, 'return mode.edits');
  await target.click('#tools [data-tool="rock"]');
  await target.mouse.move(...(await onScreen(target, [x, y])));
  await target.mouse.down();
  await target.mouse.move(...(await onScreen(target, [x + cells, y])), { steps: 4 });
  await target.mouse.up();
  await until(target, `mode.edits === ${edits + 1}`);
}
const weights = (target, places) =>
  target.evaluate(
    (list) =>
      Promise.all(
        list.map(
          async (place) =>
            (await globalThis.overlandExplorer.current.ask('', 'cell', place)).weight > 0,
        ),
      ),
    places,
  );
const step = (id) => page.locator(`#tools [data-tool="${id}"]`);
const hidden = () =>
  page.evaluate(() => {
    const { session } = globalThis.overlandExplorer;
    return [session.history.done.length, session.map.terrain.reduce((sum, each) => sum + each, 0)];
  });
await page.evaluate(() => {
  const { session } = globalThis.overlandExplorer;
  session.history.keep({ before: () => (session.isWrong = true), after: () => {} });
});
const playBefore = await hidden();
checks.check('without strokes undo is grey', await step('undo').isDisabled());
const spots = await look(
  page,
  'const [x, y] = mode.lists.islandList[0].place; return [[x, y], [x, y + 12]]',
);
const atFirst = await weights(page, spots);
await stroke(page, spots[0], 3);
await stroke(page, spots[1], 3);
checks.equal('two strokes', await weights(page, spots), [false, false]);
await page.keyboard.press('Control+z');
await until(page, 'mode.world.undoable === 1');
checks.equal('Ctrl Z undoes the last', await weights(page, spots), [false, atFirst[1]]);
checks.equal('its regions are no longer marked', await look(page, 'return mode.edits'), 1);
await step('undo').click();
await until(page, 'mode.world.undoable === 0');
checks.equal('a button the first', await weights(page, spots), atFirst);
checks.equal('no region is edited then', await look(page, 'return mode.ink.edited.size'), 0);
await page.keyboard.press('Control+y');
await until(page, 'mode.world.redoable === 1');
await step('redo').click();
await until(page, 'mode.world.redoable === 0');
checks.equal('both are done again', await weights(page, spots), [false, false]);
checks.check('and redo is grey', await step('redo').isDisabled());
await page.keyboard.press('v');
checks.equal('the hidden map of Play stays', await hidden(), playBefore);
await page.keyboard.press('?');
const help = await page.textContent('#dialog');
checks.says('the help lists World', help, /World.*like a street map/);
checks.says('and Battle', help, /Battle.*who waits for whom/);
await page.keyboard.press('Escape');

// ---- A file of 4096 x 4096 cells ----

const large = make('continents', 4096, '5');
await page.setInputFiles('#file', large);
await until(page, `${READY} && mode.world.width === 4096`);
checks.check(
  `4096 x 4096 cells open in ${Math.round(await look(page, 'return mode.openedMs'))} ms`,
  (await look(page, 'return mode.world.name')) === 'continents-4096.world',
);
checks.check(
  'the memory is shown',
  /In memory: .* of 256 MB/.test(await page.textContent('#panel [data-memory]')),
);
await picture(page, 'large');
const islandsBefore = await look(page, 'return mode.lists.islands');
checks.check(
  'islands are counted',
  (await noteOf(page, 'islands')).includes('cut off from the largest'),
);
await button(page, 'Fly there').click();
await until(page, 'mode.view.tiles.isIdle && mode.chosen?.island');
await picture(page, 'island');
checks.check(
  'the island is in view as a whole',
  await look(
    page,
    `const [left, top, right, bottom] = mode.lists.islandList[1].box;
     const { x, y, width, height } = mode.view.area;
     const [x0, y0] = mode.view.camera.middle(left, top);
     const [x1, y1] = mode.view.camera.middle(right, bottom);
     return x0 >= x && y0 >= y && x1 <= x + width && y1 <= y + height;`,
  ),
);
const farthest = await page.evaluate(async () => {
  const { current: mode } = globalThis.overlandExplorer;
  const [x, y] = mode.lists.islandList[1].place;
  const { bitmap } = await mode.ask('', 'tile', {
    ...{ key: 'test', level: 0, column: x >> 8, row: y >> 8, layers: ['islands'] },
  });
  const context = new OffscreenCanvas(256, 256).getContext('2d');
  context.drawImage(bitmap, 0, 0);
  const { data } = context.getImageData(x & 255, y & 255, 1, 1);
  const apart = [...globalThis.overlandExplorer.theme().pixels].map((colour) =>
    Math.max(...[0, 1, 2].map((i) => Math.abs(data[i] - ((colour >> (8 * i)) & 255)))),
  );
  return Math.min(...apart);
});
checks.check('its colour is apart from all terrains', farthest > 60, String(farthest));
const island = await look(page, 'return mode.lists.islandList[1]');
const listed = () =>
  look(
    page,
    `const list = document.querySelector('#panel [data-fold="islands"] .list');
     const buttons = [...list.querySelectorAll('.item button')];
     return [list.textContent, buttons.every((button) => button.disabled)];`,
  );
const [wholeList, isGrey] = await listed();
checks.check('its buttons can be used', !isGrey);
const counting = await look(
  page,
  'mode.wholeLists = mode.lists; mode.recount(); mode.lists.islandList = mode.lists.islandList.slice(0, 2); mode.panel.syncLists()',
).then(listed);
checks.equal('the list stays, in grey, while it is counted anew', counting, [wholeList, true]);
await look(page, 'return mode.readLists()');
checks.equal('and no longer', await listed(), [wholeList, false]);
await button(page, 'Open a way').click();
await until(page, `${READY} && mode.edits > 0 && mode.lists.islands < ${islandsBefore}`);
checks.says('a way is opened', await messageOf(page), /part of the largest one/);
checks.check(
  'its cells are part of the largest island',
  await page.evaluate(
    async (place) => (await globalThis.overlandExplorer.current.ask('', 'cell', place)).isLargest,
    island.place,
  ),
);
await picture(page, 'opened');

// ---- Moving ----

const scale = () => look(page, 'return mode.view.camera.scale');
const before = await scale();
await page.mouse.move(500, 400);
await page.mouse.wheel(0, -400);
checks.check('the wheel zooms', (await scale()) > before);
const corner = async () => (await onScreen(page, [0, 0])).map(Math.round);
const [x0, y0] = await corner();
await page.mouse.down();
await page.mouse.move(560, 430, { steps: 4 });
await page.mouse.up();
checks.equal('a drag moves the map', await corner(), [x0 + 60, y0 + 30]);
await page.keyboard.press('ArrowRight');
checks.equal('and so does an arrow', (await corner())[0], x0 + 60 - 90);
await page.keyboard.press('+');
await page.keyboard.press('0');
checks.check('0 shows all', (await scale()) < 0.3);

// ---- Looking ----

await section(page, 'bytes');
const heaviest = await look(page, 'return mode.lists.heaviest[0]');
await page.click('#panel [data-fold="bytes"] .item button');
await until(page, `mode.chosen?.of?.number === ${heaviest.region} && mode.chosen.graph`);
checks.equal(
  'the largest region is read',
  await look(page, 'return mode.chosen.of.bytes.all'),
  heaviest.size,
);
checks.check(
  'with what its bytes are spent on',
  /Costs between waypoints/.test(await page.textContent('#panel .chosen')),
);
const parts = await look(
  page,
  'const { all, cells, waypoints, costs, components, other } = mode.chosen.of.bytes; return all - cells - waypoints - costs - components - other',
);
checks.equal('which add up', parts, 0);
checks.check(
  'clusters are there',
  /Cluster of overlay level 1/.test(await page.textContent('#panel .chosen')),
);
for (const layer of ['cliques', 'overlays', 'clearance', 'extra', 'bytes', 'islands'])
  await look(page, 'mode.show(given[0], !mode.shown.has(given[0]))', layer);
await picture(page, 'layers');
for (const layer of ['cliques', 'overlays', 'clearance', 'extra', 'bytes', 'islands'])
  await look(page, 'mode.show(given[0], !mode.shown.has(given[0]))', layer);
await section(page, 'layers');
const layer = page.locator('#panel [data-fold="layers"] input').first();
await layer.uncheck();
checks.check('a checkbox hides a layer', !(await look(page, 'return mode.shown.has("regions")')));
await layer.check();

// ---- A route ----

await page.keyboard.press('0');
await page.click('#tools [data-tool="route"]');
const main = await look(page, 'return mode.lists.islandList[0].place');
await click(page, [600, 900]);
await click(page, [1600, 1500]);
await until(page, 'mode.route.state || /No route/.test(mode.route.said)');
let state = await look(page, 'return mode.route.state');
if (!state) {
  await look(
    page,
    'mode.route.start = given[0]; mode.route.goal = [given[0][0] + 300, given[0][1] + 300]; mode.route.plan()',
    main,
  );
  await until(page, 'mode.route.state');
  state = await look(page, 'return mode.route.state');
}
checks.check(
  'a route is planned',
  state.costToGo > 0 && (await look(page, 'return mode.route.planned.length')) > 0,
);
await button(page, 'One segment').click();
await until(page, 'mode.route.state.segments === 1');
const after = await look(page, 'return mode.route.state');
checks.check('a segment brings it nearer', after.costToGo < state.costToGo && after.walked > 0);
await button(page, 'One segment').click();
await until(page, 'mode.route.state.segments === 2');
await until(page, 'mode.route.windows.length > 0');
const [left, top, right, bottom] = await look(page, 'return mode.route.windows[0]');
checks.check('the windows of the segment are known', right > left && bottom > top);
await section(page, 'route');
const routeText = () => page.textContent('#panel [data-fold="route"]');
checks.says('the panel says what was searched', await routeText(), /Searched.*\d+ windows?/);
checks.says('what is planned, and let go', await routeText(), /waypoints ahead.*behind the unit/);
await look(page, 'mode.view.fly(given[0], 220)', [left, top]);
await picture(page, 'windows');
await page.keyboard.press('0');
await picture(page, 'route');

// ---- An edit while a unit walks ----

const stands = await look(page, 'return mode.route.position');
await look(page, 'mode.edit({ places: mode.route.planned.slice(-5, -3), isOpen: false })');
await until(page, 'mode.route.state?.segments === 0');
checks.equal(
  'after an edit its route is planned anew from where it stands',
  await look(page, 'return mode.route.start'),
  stands,
);
await page.keyboard.press('Control+z');
await until(page, "mode.route.said !== 'Planning…' && mode.route.state?.segments === 0");
await page.keyboard.press('0');

await page.mouse.move(...(await onScreen(page, await look(page, 'return mode.route.goal'))));
await page.mouse.down();
const [gx, gy] = await look(page, 'return mode.route.goal');
await page.mouse.move(...(await onScreen(page, [gx - 200, gy - 100])), { steps: 4 });
await page.mouse.up();
await until(page, 'mode.route.state && mode.route.state.segments === 0');
checks.check('the goal is dragged', (await look(page, 'return mode.route.goal[0]')) < gx - 100);
await page.keyboard.press('g');
await until(page, "mode.route.said !== 'Planning…' && mode.route.said !== ''");
checks.equal(
  'a key makes the middle of the view the goal',
  await look(page, 'return mode.route.goal'),
  await look(page, 'return mode.view.middle'),
);

// ---- Painting ----

await look(
  page,
  "mode.show('islands', false); mode.view.fly(given[0], 60)",
  main,
);
await until(page, 'mode.view.tiles.isIdle');
const ground = await colourAt(page, [main[0], main[1]]);
await page.click('#tools [data-tool="rock"]');
const [px, py] = await onScreen(page, main);
await page.mouse.move(px, py);
await page.mouse.down();
await page.mouse.move(px + 60, py, { steps: 5 });
await page.mouse.up();
const edits = await look(page, 'return mode.edits');
await until(
  page,
  `mode.edits >= ${edits} && mode.world.rebuiltRegions > 0 && mode.view.tiles.isIdle`,
);
await page.waitForFunction(
  async (place) => (await globalThis.overlandExplorer.current.ask('', 'cell', place)).weight === 0,
  main,
);
await until(page, 'mode.ink.flashes.length === 0 && mode.view.tiles.isIdle');
checks.check('rock is painted', String(await colourAt(page, main)) !== String(ground));
checks.check(
  'regions that were rebuilt are named',
  /rebuilt/.test(await page.textContent('#panel [data-fold="edit"]')),
);
await picture(page, 'painted');
const download = page.waitForEvent('download');
await button(page, 'Save the world').click();
const worldBytes = statSync(await (await download).path()).size;
checks.check('a world is saved', worldBytes > 100000, worldBytes);
const patchDownload = page.waitForEvent('download');
await button(page, 'Save the edits').click();
const patch = join(folder, 'saved.patch');
await (await patchDownload).saveAs(patch);
checks.check('and its edits alone', readFileSync(patch).length < 100000);
await button(page, 'Undo all').click();
await until(page, `${READY} && mode.edits === 0`);

// ---- What goes wrong ----

const short = join(folder, 'short.world');
writeFileSync(short, readFileSync(large).subarray(0, 100000));
await page.evaluate(() => (document.getElementById('toast').textContent = ''));
await page.setInputFiles('#file', short);
checks.says('a world that is cut short is refused', await messageOf(page), /is cut short/);
await until(page, '!mode.isOpening');
checks.says('also in the panel', await page.textContent('#panel .fault'), /is cut short/);
checks.equal('and the world before stays', await look(page, 'return mode.world.width'), 4096);
const small = make('city', 300, '2');
const served = { bytes: readFileSync(small) };
const server = await serveRanges(served);
await page.fill('#panel form.address input', server.url);
await page.click('#panel form.address button');
await until(page, `${READY} && mode.world.width === 300`);
checks.check('a world on a server is opened', !(await look(page, 'return mode.world.isLocal')));
const rocks = await look(
  page,
  'const [x, y] = mode.lists.islandList[0].place; return [[x, y], [x, y + 9], [x, y + 18]]',
);
for (const place of rocks) {
  const made = await look(page, 'return mode.edits');
  await look(page, 'mode.edit({ places: given[0], isOpen: false })', place);
  await until(page, `mode.edits === ${made + 1}`);
}
await page.keyboard.press('Control+z');
await until(page, 'mode.world.redoable === 1');
const held = await weights(page, rocks);
const framed = await look(page, 'return mode.view.camera.scale');
served.answers = false;
const hanging = `${server.url}?hanging`;
await page.fill('#panel form.address input', hanging);
await page.click('#panel form.address button');
await page.waitForSelector('#work:not([hidden])');
checks.says('what takes long is shown', await page.textContent('#work'), /^Opening /);
served.answers = true;
await page.click('#work button');
await until(page, '!mode.isOpening');
checks.equal('opening is cancelled', await look(page, 'return mode.world.width'), 300);
checks.equal('the world before it has its edits again', await weights(page, rocks), held);
checks.equal(
  'and what can be undone and done again',
  await look(page, 'return [mode.world.undoable, mode.world.redoable]'),
  [2, 1],
);
checks.equal('seen as before', await look(page, 'return mode.view.camera.scale'), framed);
checks.says('which is said', await messageOf(page), /with its edits; routes are gone/);
await until(page, READY);
const typedOf = () => page.inputValue('#panel form.address input');
checks.equal('and the address stays in its field', await typedOf(), hanging);
served.answers = true;
served.ranges = false;
await page.evaluate(() => (document.getElementById('toast').textContent = ''));
await page.click('#panel form.address button');
await until(page, '!mode.isOpening');
await page.fill('#panel form.address input', server.url);
await page.click('#panel form.address button');
const refused = await messageOf(page);
checks.says('a server without ranges is named', refused, /as a whole|ranges/);
server.end();

// ---- A world that begins at another cell, with a named place ----

const placed = join(folder, 'placed.world');
writeFileSync(`${placed}.legend`, 'place camp = -4,-1 6x2\n');
execFileSync(command, [
  ...['build', small.replace(/world$/, 'map'), '-o', placed, '--origin', '-5,-3'],
  ...['--legend', `${placed}.legend`],
]);
await page.setInputFiles('#file', placed);
await until(page, "mode.world?.name === 'placed.world' && mode.view.tiles.isIdle");
checks.says('the panel says where it begins', await page.textContent('#panel .figures'), / from -5,-3 on/);
await page.selectOption('#panel [aria-label="Place"]', { label: 'camp' });
await until(page, 'mode.view.tiles.isIdle');
await page.keyboard.press('v');
await click(page, [2, 3]);
await until(page, 'mode.chosen?.graph');
const shown = await page.textContent('#panel .chosen');
checks.says('a click tells a cell of the world', shown, /Cell -3,0/);

// ---- Floors and links; a phone, in the dark ----

await page.close();
const phone = await openPage(browser, url, PHONE);
await enter(phone);
await phone.touchscreen.tap(...(await onScreen(phone, [160, 100])));
await until(phone, 'mode.chosen?.cell');
await picture(phone, 'phone');
checks.equal('no complaint on a phone', phone.complaints, []);
await browser.close();
checks.finish();
