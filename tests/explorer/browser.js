// A person's use of the page, in Chromium: node browser.js PLAYWRIGHT CHROMIUM PAGE SITE PICTURES
// PAGE is the single file, opened as a file; SITE the folder, served; pictures of what is seen are left
// in PICTURES.

import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { drop, dropMap, launch, openPage, placeOf, settle, stroke, terrainAt } from './browser_page.js';
import { Checks } from './load.js';

const [playwright, chromium, page_, site, pictures] = process.argv.slice(2);
const checks = new Checks();
const browser = await launch(playwright, chromium);
const url = `file://${page_}`;

const look = (page) =>
  page.evaluate(() => {
    const { session, pinned, current } = globalThis.overlandExplorer;
    const { answer, start, goal, map } = session;
    return {
      cost: answer.costUnits,
      result: answer.result,
      partial: answer.partial,
      start,
      goal,
      pinned,
      tool: current.tool,
      size: [map.width, map.height],
      rock: map.terrain.filter((t) => t === 0).length,
    };
  });

const toast = (page) => page.textContent('#toast');

// ---- The page as a file ----

const page = await openPage(browser, `${url}#map=continents&size=320x200&seed=147`);
await settle(page);
const begun = await look(page);

await page.mouse.move(...(await placeOf(page, [200, 120])));
await settle(page);
const drawn = await page.evaluate(() => {
  const { inkCanvas, session, camera } = globalThis.overlandExplorer;
  const { points } = session.answer;
  const ratio = inkCanvas.width / innerWidth;
  const [x, y] = camera.middle((points[0] + points[2]) / 2, (points[1] + points[3]) / 2);
  return inkCanvas.getContext('2d').getImageData(Math.round(x * ratio), Math.round(y * ratio), 1, 1)
    .data[3];
});
checks.check('the path is drawn', drawn > 200, `its alpha is ${drawn}`);

await page.mouse.click(...(await placeOf(page, [220, 100])));
await stroke(page, [220, 100], [250, 60]);
checks.equal('the goal is dragged', (await look(page)).goal, [250, 60]);

// ---- Painting ----

await page.keyboard.press('b');
await page.keyboard.press('2');
await stroke(page, [100, 60], [110, 65]);
checks.equal('a rectangle is filled', await terrainAt(page, [105, 62]), 0);
await page.keyboard.press('e');
await page.keyboard.press('3');
await page.mouse.click(...(await placeOf(page, [105, 62])));
await settle(page);
checks.equal('an area is filled', await terrainAt(page, [105, 62]), 8);

// ---- Goals that can't be reached ----

await dropMap(page, 'wall.map', Array(12).fill('.......@.......'));
await page.evaluate(() => {
  const { session } = globalThis.overlandExplorer;
  session.setStart([2, 5]);
  session.setGoal([12, 5]);
});
await settle(page);
const cut = await look(page);
checks.equal(
  'a goal behind a wall: the path leads near it',
  [cut.result, cut.partial, cut.cost],
  [1, true, 4 * 1120],
);
await page.click('text=Why not?');
await page.click('text=Open them');
await settle(page);

// ---- Movers, corners, lines, reach ----

for (const [button, name] of [
  ['Cart', 'mover'],
  ['cell by cell', 'lines'],
]) {
  await page.click(`#panel button:text-is("${button}")`);
  await settle(page);
  checks.equal(`the choice of ${name} is taken`, (await look(page)).result, 0);
}
await page.click('#panel button:text-is("2")');
await settle(page);
checks.equal('a body of two cells does not pass a gap of one', (await look(page)).result, 1);
await page.click('#panel button:text-is("1")');
await page.keyboard.press('v');
await page.keyboard.press('r');
await page.waitForFunction(() => globalThis.overlandExplorer.current.reach.layer.right > 0);
checks.check('reach is shown', true);
await page.keyboard.press('r');

// ---- Rules that are typed in, many goals ----

const plainCost = (await look(page)).cost;
await page.click('text=Rules of a step');
await page.fill('input[placeholder^="by <"]', 'bx > ax ? 1 : 0');
await page.waitForFunction(
  (cost) => globalThis.overlandExplorer.session.answer.costUnits === cost,
  plainCost + 10 * 1120,
);
checks.check('an expression makes steps dearer', true);
await page.fill('input[placeholder^="by <"]', 'bx >');
await page.waitForSelector('text=The expression ends too early.');
checks.check('one that can not be read is named', true);
await page.fill('input[placeholder^="by <"]', '');
await page.waitForFunction(
  (cost) => globalThis.overlandExplorer.session.answer.costUnits === cost,
  plainCost,
);
await page.keyboard.down('Shift');
await page.mouse.click(...(await placeOf(page, [2, 2])));
await page.keyboard.up('Shift');
await settle(page);
checks.equal('the nearest of two goals', (await look(page)).cost, 3 * 1120);
await page.click('text=One goal');
await settle(page);
checks.equal('one goal again', (await look(page)).cost, plainCost);

// ---- Keyboard ----

await page.keyboard.press('Shift+ArrowDown');
await settle(page);
checks.equal('with Shift the start', (await look(page)).start, [2, 6]);

// ---- Bad files ----

const kept = await look(page);
for (const [name, text, says] of [
  ['bad.world', 'no world at all, but some bytes of text', /world file can not be opened/],
  ['bad.png', 'no picture', /no picture/],
  ['bad.txt', 'text', /this is no map/],
  ['mall.legend', 'profile visitor floor=1', /drop it together with the map/],
  ['bad.scen', 'version 1\n0 a 1 1 9000 9000 9001 9001 1\n', /No problem/],
]) {
  await drop(page, name, text);
  await page.waitForFunction(() => document.getElementById('toast').textContent !== '');
  const said = await toast(page);
  checks.check(`${name} is refused in a sentence`, says.test(said), said);
  await page.evaluate(() => (document.getElementById('toast').textContent = ''));
}
checks.equal('and the state is kept', await look(page), kept);
await page.click('#modes button');
checks.equal('nothing is on the console', page.complaints, []);

// ---- The address ----

const shared = await openPage(
  browser,
  `${url}#map=city&size=160x120&seed=3&start=10,12&goal=140,100&pin=1&corners=none&lines=grid`,
);
await settle(shared);
const there = await look(shared);
checks.equal(
  'an address is followed',
  [there.start, there.goal, there.size, there.pinned],
  [[10, 12], [140, 100], [160, 120], true],
);
await shared.keyboard.press('b');
await stroke(shared, [30, 20], [60, 50]);
await settle(shared);
await shared.waitForFunction(() => location.hash.includes('edits='));
checks.check('edits stand in the address', true);
const changed = await look(shared);
const again = await openPage(browser, `${url}${await shared.evaluate(() => location.hash)}`);
await settle(again);
checks.equal('an address brings edits along', await look(again), changed);
checks.equal('no complaint there', [...shared.complaints, ...again.complaints], []);

// ---- A large map moves smoothly ----

const large = await openPage(browser, `${url}#map=continents&size=1024x1024&seed=2`);
await settle(large);
const frames = await large.evaluate(async () => {
  const app = globalThis.overlandExplorer;
  app.camera.zoom(2, 600, 400);
  const times = [];
  for (let i = 0; i < 40; i++) {
    app.camera.pan(3, 2);
    app.dirty.ground = true;
    const began = performance.now();
    app.drawFrame();
    app.inkCanvas.getContext('2d').getImageData(0, 0, 1, 1);
    times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b)[20];
});
checks.check(
  `a map of 1024 x 1024 is drawn in ${frames.toFixed(1)} ms`,
  frames < 40,
  `${frames} ms`,
);
await large.screenshot({ path: join(pictures, 'large.png') });

// ---- A browser that lacks WebAssembly; a server ----

const lacking = await openPage(browser, url, { script: () => delete globalThis.WebAssembly });
await lacking.waitForFunction(() => document.documentElement.dataset.failed);
checks.check(
  'without WebAssembly it says so',
  /no WebAssembly/.test(await lacking.textContent('#status')),
);

const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
};
const server = createServer((request, response) => {
  const file = join(site, request.url === '/' ? 'index.html' : request.url);
  if (!existsSync(file)) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { 'Content-Type': types[extname(file)] ?? 'text/plain' });
  createReadStream(file).pipe(response);
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const served = await openPage(browser, `http://127.0.0.1:${server.address().port}/#map=continents&size=320x200&seed=147`);
await settle(served);
checks.equal(
  'the folder works on a server',
  [(await look(served)).cost, served.complaints],
  [begun.cost, []],
);
server.close();
await browser.close();
checks.finish();
