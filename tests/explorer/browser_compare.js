// A person's use of the Compare mode, in Chromium:
// node browser_compare.js PLAYWRIGHT CHROMIUM PAGE PICTURES

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { currentOf, drop, dropMap, launch, openPage, PHONE, setEnds } from './browser_page.js';
import { Checks } from './load.js';

const [playwright, chromium, file, pictures] = process.argv.slice(2);
const checks = new Checks();
const browser = await launch(playwright, chromium);

async function open(fragment, options = {}, mode = 'compare') {
  const page = await openPage(browser, `file://${file}${fragment}`, { height: 900, ...options });
  if (mode === 'compare') await settle(page);
  else await page.waitForFunction(() => globalThis.overlandExplorer?.session.answer);
  return page;
}

/** Waits until all that the mode asks for has been answered. */
async function settle(page) {
  await page.waitForFunction(() => {
    const { session, current } = globalThis.overlandExplorer ?? {};
    return (
      session?.answer &&
      !session.running &&
      current.id === 'compare' &&
      !current.busy &&
      current.nextQuestion() === null
    );
  });
}

async function press(page, key) {
  await page.keyboard.press(key);
  await settle(page);
}

const cards = (page) =>
  page.evaluate(() =>
    globalThis.overlandExplorer.current.cards.map(({ method, answer }) => ({
      method,
      found: answer?.found,
      cells: answer?.cells,
      cost: answer?.cost,
      optimum: answer?.optimum,
      bytes: answer?.bytes,
    })),
  );
const ends = (page) =>
  page.evaluate(() => {
    const { start, goal } = globalThis.overlandExplorer.session;
    return [start, goal];
  });
const figuresOf = (page, slot) => page.textContent(`#compare .method:nth-child(${slot + 1}) dl`);
const toast = (page) => page.textContent('#toast');

/** Where a cell is in the picture of a card, on the page. */
const placeIn = (page, slot, cell) =>
  page.evaluate(
    ([at, [x, y]]) => {
      const { canvas, camera } = globalThis.overlandExplorer.current.cards[at];
      const box = canvas.getBoundingClientRect();
      const [px, py] = camera.middle(x, y);
      return [box.x + px, box.y + py];
    },
    [slot, cell],
  );

// ---- One query by four methods ----

const page = await open('#map=continents&size=320x200&seed=147', {}, 'play');
await page.click('#modes button:text-is("Compare")');
await settle(page);
const first = await cards(page);
checks.equal(
  'four methods',
  first.map(({ method }) => method),
  ['astar', 'jumps', 'tiers', 'first'],
);
checks.says(
  'figures are shown',
  await figuresOf(page, 0),
  /Expanded[\d,]+ cells.*Time in this browser(?:under )?[\d.,]+ µs.*Costoptimal.*Map alone63 kB/,
);
checks.says('the first step, which is no whole path, has no bars', await page.textContent('#compare .method:nth-child(4) .note'), /Another question/);
checks.equal(
  'but the others have',
  await page.$$eval('#compare .method', (all) => all.map((each) => each.querySelectorAll('dl i').length)),
  [4, 4, 4, 0],
);
checks.equal('forty queries begin by themselves', await page.textContent('#compare h2'), '40 queries of this map');
checks.says('and the bytes of the world', await figuresOf(page, 2), /World\d+ kB/);
const painted = await page.evaluate(() =>
  globalThis.overlandExplorer.current.cards.map(({ layer }) =>
    layer.pixels.reduce((sum, pixel) => sum + (pixel ? 1 : 0), 0),
  ),
);
checks.check('pictures show cells', painted.every((n) => n > 0), painted.join(' '));

await page.mouse.move(...(await placeIn(page, 2, (await ends(page))[1])));
await page.mouse.down();
await page.mouse.move(...(await placeIn(page, 2, [250, 60])), { steps: 5 });
await page.mouse.up();
await settle(page);
checks.equal('the goal is dragged in a picture', (await ends(page))[1], [250, 60]);
await page.mouse.move(...(await placeIn(page, 0, (await ends(page))[0])));
await page.mouse.down();
await page.mouse.move(...(await placeIn(page, 0, [80, 119])), { steps: 5 });
await page.mouse.up();
await settle(page);
checks.equal('and the start', (await ends(page))[0], [80, 119]);
await press(page, 'ArrowLeft');
await press(page, 'Shift+ArrowDown');
checks.equal('keys move them', await ends(page), [
  [80, 120],
  [249, 60],
]);
const moved = await cards(page);
checks.check(
  'the answers follow',
  moved.every(({ found, cost }, i) => found && cost !== first[i].cost),
  JSON.stringify(moved),
);

// ---- Methods ----

await page.selectOption('#compare .method:nth-child(2) select', 'dijkstra');
await settle(page);
await page.click('#compare .method:nth-child(4) button');
await settle(page);
checks.equal(
  'a method is left out',
  (await cards(page)).map(({ method }) => method),
  ['astar', 'dijkstra', 'tiers'],
);
await page.evaluate(() => document.activeElement.blur());
await press(page, 'm');
checks.equal('and one added by a key', (await cards(page))[3].method, 'greedy');
await press(page, 'm');
checks.equal('up to four', (await cards(page)).length, 4);

// ---- The world's settings ----

const before = await cards(page);
await page.$eval('#panel input[aria-label="Regions"]', (slider) => {
  slider.value = 2;
  slider.dispatchEvent(new Event('input'));
});
await settle(page);
const after = await cards(page);
checks.equal(
  'a slider bakes the world anew',
  await page.evaluate(() => globalThis.overlandExplorer.session.world.regionCells),
  12,
);
checks.check(
  'its bytes follow',
  after[2].bytes !== before[2].bytes &&
    /12 ×|regions of 12/.test(await page.textContent('#world-note')),
);
checks.equal('A* stays as it is', after[0].cells, before[0].cells);
await page.click('#panel button:text-is("overlays")');
await settle(page);
checks.check('without labels it is smaller', (await cards(page))[2].bytes < after[2].bytes);
await page.click('#panel button:text-is("labels and overlays")');
await settle(page);

// ---- The panel hides; pictures keep their shape ----

const shape = () =>
  page.$eval('#compare .method canvas', (canvas) => {
    const { width, height } = canvas.getBoundingClientRect();
    return { wide: width, aspect: canvas.width / canvas.height / (width / height) };
  });
const narrow = await shape();
await page.click('#menu [title^="Settings"]');
await page.waitForFunction(
  (wide) => document.querySelector('#compare .method canvas').offsetWidth > wide,
  narrow.wide,
);
await page.waitForFunction(() => {
  const canvas = document.querySelector('#compare .method canvas');
  return Math.abs(canvas.width / devicePixelRatio - canvas.offsetWidth) < 3;
});
const wider = await shape();
checks.check('pictures keep their shape', Math.abs(wider.aspect - 1) < 0.03, wider.aspect);
await page.click('#menu [title^="Settings"]');
await settle(page);

// ---- A scenario ----

const problems = [
  '0 x.map 320 200 38 150 272 50 300',
  '0 x.map 320 200 38 150 60 140 30',
  '0 x.map 320 200 38 150 500 50 1',
];
await drop(page, 'x.scen', `version 1\n${problems.join('\n')}\n`);
await page.waitForFunction(() => globalThis.overlandExplorer.current.problems.length === 2);
await settle(page);
checks.says('what lies outside is said', await toast(page), /1 of 3 problems lies outside/);
checks.equal(
  'the name of the scenario',
  await page.textContent('#compare h2'),
  'x.scen: 2 problems',
);
const table = () =>
  page.$$eval('#compare tbody tr', (all) =>
    all.map((row) => [...row.children].map((cell) => cell.textContent)),
  );
const dots = () => page.evaluate(() => globalThis.overlandExplorer.current.plot.dots);
await page.click('#compare button:text-is("Cost")');
checks.equal('costs', (await table())[1][1], 'optimal');
await page.evaluate(() => document.activeElement.blur());
await press(page, 'f');
checks.equal('a key changes what is plotted', await currentOf(page, 'figure'), 'expanded');
await page.click('#compare th:nth-child(2) button');
await page.click('#compare th:nth-child(2) button');
checks.check(
  'the table is sorted',
  /^2 /.test((await table())[0][0]),
  JSON.stringify(await table()),
);
await page.click('#compare tbody [data-problem="0"]');
await settle(page);
checks.equal('a problem is shown in the cards', await ends(page), [
  [38, 150],
  [60, 140],
]);
const [dot] = (await dots()).filter(({ index }) => index === 1);
await page.$eval('#compare .plot', (plot) => plot.scrollIntoView());
const box = await page.$eval('#compare .plot', (plot) => {
  const { x, y } = plot.getBoundingClientRect();
  return { x, y };
});
await page.mouse.move(box.x + dot.x, box.y + dot.y);
checks.says(
  'pointing at a mark says what it is',
  await page.textContent('#compare .results .note'),
  /^Problem 2, \(38,150\) to \(272,50\): /,
);
await page.mouse.click(box.x + dot.x, box.y + dot.y);
await settle(page);
checks.equal('a click shows it', (await ends(page))[1], [272, 50]);
await press(page, ',');
checks.equal('a key goes to the one before', (await ends(page))[1], [60, 140]);
const [saved] = await Promise.all([
  page.waitForEvent('download'),
  page.click('#compare button:text-is("Save as .csv")'),
]);
const lines = readFileSync(await saved.path(), 'utf8')
  .trim()
  .split('\n');
checks.equal(
  'the table is saved',
  [lines.length, lines[0].split(',').length, lines[1].split(',').length],
  [3, 17, 17],
);
await page.screenshot({ path: join(pictures, 'compare-scenario.png') });

// ---- A short way ----

const reasons = () =>
  page.evaluate(() =>
    globalThis.overlandExplorer.current.cards.map(({ method, why }) => [method, why.textContent]),
  );
/** Moves the goal to an open cell so far from the start; what is said then. */
async function reasonsAt(distance, side) {
  await page.evaluate(([away, way]) => {
    const { session } = globalThis.overlandExplorer;
    const [x, y] = session.start;
    const ends = [[x + away, y], [x, y + away], [x - away, y], [x, y - away]];
    const isGround = (cell) => session.terrainAt(cell) > 0 && session.terrainAt(cell) < 240;
    if (session.inside(ends[way]) && isGround(ends[way])) session.setGoal(ends[way]);
  }, [distance, side]);
  await settle(page);
  return (await reasons()).filter(([, why]) => why !== '');
}

let said = [];
await page.evaluate(() => {
  const { session } = globalThis.overlandExplorer;
  const { width, height, terrain } = session.map;
  const values = Uint16Array.from(terrain, (t, i) => (t === 8 && ((i % width) >> 2) % 2 ? 20 : t));
  session.edit({ x: 0, y: 0, w: width, h: height, values, mask: null });
});
await settle(page);
for (const distance of [8, 12, 16, 20, 24])
  for (const side of [0, 1, 2, 3]) if (said.length === 0) said = await reasonsAt(distance, side);
checks.check(
  'on a short way it is said why the tiers expand more',
  said.length > 0 && said.every(([method, why]) => /tiers|first|octile/.test(method) && /waypoints/.test(why)),
  JSON.stringify(await reasons()),
);

// ---- Queries of its own; a new map ----

await page.evaluate(() => document.activeElement.blur());
await page.keyboard.press('g');
await page.waitForFunction(() => globalThis.overlandExplorer.current.problems.length === 40);
await settle(page);
checks.equal('queries are made', (await table()).length, 40);
checks.equal('and plotted', (await dots()).length, 160);
await page.screenshot({ path: join(pictures, 'compare.png') });
const [picture] = await Promise.all([
  page.waitForEvent('download'),
  page.selectOption('#menu select', 'PNG'),
]);
checks.check('a picture is saved', readFileSync(await picture.path()).length > 20000);
await dropMap(page, 'small.map', ['.....', '@@@@@', '.....']);
await setEnds(page, [0, 0], [4, 2]);
await settle(page);
checks.equal(
  'a new map drops the scenario, and begins its own queries',
  await page.textContent('#compare h2'),
  '40 queries of this map',
);
checks.equal(
  'no path is said in each card',
  await page.$$eval('#compare .fault', (all) => all.map(({ textContent }) => textContent)),
  Array(4).fill('There is no path.'),
);
await page.click('#modes button:text-is("Step")');
await page.waitForFunction(() => globalThis.overlandExplorer.current.state);
checks.equal('the mode Step works after it', await page.$$eval('#compare', (all) => all.length), 0);
checks.equal('nothing is on the console', page.complaints, []);

// ---- The address; dark; a phone ----

const shared = await open(
  '#mode=compare&map=rooms&size=200x160&corners=none&compare=jumps.octile&figure=time',
  { colorScheme: 'dark' },
);
checks.equal(
  'an address is followed',
  (await cards(shared)).map(({ method }) => method),
  ['jumps', 'octile'],
);
checks.equal(
  'rules that do not fit are said',
  await shared.textContent('#compare .fault'),
  'Jump points need eight neighbours.',
);
await shared.waitForFunction(() => /compare=jumps\.octile&figure=time/.test(location.hash));
checks.check('and written', true);
await shared.screenshot({ path: join(pictures, 'compare-dark.png') });

const phone = await open('#mode=compare&map=city&size=96x96', PHONE);
const at = await placeIn(phone, 1, [62, 44]);
await phone.touchscreen.tap(...at);
await settle(phone);
checks.equal('a tap moves the goal', (await ends(phone))[1], [62, 44]);
checks.check(
  'all of the menu is on the screen',
  await phone.$eval('#menu', (menu) => menu.getBoundingClientRect().right <= innerWidth),
);
checks.check(
  'the names of methods are not cut off',
  await phone.$$eval('#compare .method select', (all) =>
    all.every((list) => {
      const context = document.createElement('canvas').getContext('2d');
      context.font = getComputedStyle(list).font;
      const arrow = 22;
      return context.measureText(list.selectedOptions[0].text).width + arrow <= list.clientWidth;
    }),
  ),
);
await phone.screenshot({ path: join(pictures, 'compare-phone.png') });
checks.equal('no complaint there', [...shared.complaints, ...phone.complaints], []);
await browser.close();
checks.finish();
