// A world of 16,384 x 16,384 cells or more in the mode World:
// node browser_world_large.js PLAYWRIGHT CHROMIUM PAGE WORLD
// It is opened by its address and as a file, panned, zoomed, and a route is asked. Times are printed, and not
// checked.

import { launch, openPage, printFrames, settle } from './browser_page.js';
import { Checks } from './load.js';
import { serveRanges } from './range_server.js';

const FRAMES = 120;
const MOST_SEGMENTS = 40;
const [playwright, chromium, file, world] = process.argv.slice(2);
const checks = new Checks();
const browser = await launch(playwright, chromium);
const page = await openPage(browser, `file://${file}`);
page.setDefaultTimeout(600000);
const until = (text) =>
  page.waitForFunction(
    (body) => new Function('mode', `return ${body}`)(globalThis.overlandExplorer.current),
    text,
  );
const look = (text, ...given) =>
  page.evaluate(
    ([body, all]) => new Function('mode', 'given', body)(globalThis.overlandExplorer.current, all),
    [text, given],
  );
const IS_DRAWN = 'mode.view.tiles.isIdle && mode.view.tiles.tiles.size > 0';

/** Times of frames while `act`, a function in the page, is called before each. */
async function show(name, act) {
  const { between, drawn } = await page.evaluate(
    async ([text, count]) => {
      const mode = globalThis.overlandExplorer.current;
      const each = new Function('mode', 'i', text);
      mode.view.frameMs.length = 0;
      const stamps = [];
      for (let i = 0; i <= count; i++) {
        stamps.push(await new Promise((resolve) => requestAnimationFrame(resolve)));
        each(mode, i);
      }
      return { between: stamps.slice(1).map((at, i) => at - stamps[i]), drawn: mode.view.frameMs };
    },
    [act, FRAMES],
  );
  printFrames(name, between, drawn);
}

await settle(page);
await page.click('#modes button:text-is("World")');
await until("mode.id === 'world' && mode.world && mode.lists?.isWhole");

/** Opens the world by `act`, and waits for its first picture. */
async function open(how, act) {
  const began = Date.now();
  await act();
  await until('!mode.isOpening && mode.world?.width > 4096');
  console.log(`opened ${how} in ${Math.round(await look('return mode.openedMs'))} ms`);
  await until('mode.view.tiles.tiles.size > 0');
  console.log(`the first tile of the far picture after ${Date.now() - began} ms`);
  await until('mode.lists && mode.view.tiles.wanted.every(({ level, column, row }) => mode.view.tiles.get(level, column, row))');
  console.log(`all of it after ${Date.now() - began} ms`);
  if (await look('return mode.lists.isRead')) await until(`mode.lists.isWhole && ${IS_DRAWN}`);
  else await until(IS_DRAWN);
  console.log(`all that is read of it by itself after ${Date.now() - began} ms`);
}

const server = await serveRanges({ path: world });
await open('by its address', async () => {
  await page.fill('#panel form.address input', server.url);
  await page.press('#panel form.address input', 'Enter');
});
await page.click('#panel button:text-is("Map of Play")');
await until('!mode.isOpening && mode.world.width < 4096');
server.end();
await open('as a file', () => page.setInputFiles('#file', world));
const { width } = await look('return { width: mode.world.width }');
checks.check(`a world of ${width} cells a side is opened`, width >= 16384);
await show('idle', '');
await show(
  'panned, far',
  'mode.view.camera.pan(i % 40 < 20 ? 9 : -9, 5 - (i % 10)); mode.view.redraw();',
);
await show(
  'zoomed',
  'mode.view.camera.zoom(i % 60 < 30 ? 1.08 : 1 / 1.08, 540, 400); mode.view.redraw();',
);
for (const [name, cells] of [
  ['panned, mid', 1500],
  ['panned, near', 200],
]) {
  await look('mode.view.fly([given[0], given[0]], given[1])', Math.round(width * 0.4), cells);
  await until(IS_DRAWN);
  await show(name, 'mode.view.camera.pan(-12, -7); mode.view.redraw();');
}
const asked = Date.now();
await look(
  'mode.route.start = mode.lists.islandList[0].place; mode.route.goal = [given[0], given[0]]; mode.route.plan()',
  Math.round(width * 0.85),
);
await until("!['', 'Planning…'].includes(mode.route.said)");
console.log(`${await look('return mode.route.said')} After ${Date.now() - asked} ms.`);
checks.check('a route across it is planned', await look('return mode.route.planned.length > 0'));
const walked = await page.evaluate(async (most) => {
  const { route } = globalThis.overlandExplorer.current;
  const from = performance.now();
  for (let i = 0; i < most; i++) await route.step();
  return (performance.now() - from) / most;
}, MOST_SEGMENTS);
console.log(`a segment takes ${walked.toFixed(1)} ms`);
checks.check('and walked', await look('return mode.route.state.walked > 0'));
await look('return mode.readLists()');
const memory = await page.textContent('#panel [data-memory]');
console.log(memory);
const megabytes = Number(/In memory: ([\d.]+) MB/.exec(memory)?.[1] ?? 0);
checks.check('within 256 MB', megabytes < 256, memory);
checks.equal('nothing is on the console', page.complaints, []);
await browser.close();
checks.finish();
