// Maps of hexagons, used by pointer and keys: node browser_hexagons.js PLAYWRIGHT CHROMIUM PAGE PICTURES

import {
  costOf,
  drop,
  launch,
  openPage,
  placeOf,
  sessionOf,
  settle,
  stroke,
  terrainAt,
  untilMap,
} from './browser_page.js';
import { Checks } from './load.js';

const [playwright, chromium, file, pictures] = process.argv.slice(2);
const checks = new Checks();
const browser = await launch(playwright, chromium);
const page = await openPage(browser, `file://${file}`);
await settle(page);

async function press(...keys) {
  for (const key of keys) await page.keyboard.press(key);
  await settle(page);
}

const picture = (name) => page.screenshot({ path: `${pictures}/hexagons-${name}.png` });

// ---- A new map ----

await page.click('text=Map');
await page.selectOption('[name=kind]', 'empty');
await page.selectOption('[name=cells]', 'r');
await page.fill('form label:has-text("Width") input', '24');
await page.fill('form label:has-text("Height") input', '16');
await untilMap(page, () => page.click('dialog button:text-is("Make")'));
checks.equal('a new map has hexagons', (await sessionOf(page, 'map')).hexagons, 'r');
const [start, goal] = [[10, 8], [20, 8]];
await stroke(page, await sessionOf(page, 'start'), start);
await page.mouse.click(...(await placeOf(page, goal)));
await settle(page);
checks.equal('start and goal are set where the pointer is', await sessionOf(page, 'goal'), goal);
checks.equal('a step costs the same in each direction', await costOf(page), 10 * 1120);
await press('b', '1', '[', '[');
await stroke(page, [15, 5], [15, 12]);
checks.equal('a stroke paints hexagons', [await terrainAt(page, [15, 8]), await terrainAt(page, [16, 8])], [0, 8]);
checks.check('and the path goes round', (await costOf(page)) > 10 * 1120);
await picture('play');
await press('Control+z');
checks.equal('undone', await costOf(page), 10 * 1120);
await press('Control+y', 'v');
checks.equal('no diagonal steps are offered', await page.$$eval('[aria-label="Diagonal steps"]', (all) => all.length), 0);

// ---- Step and Compare ----

await page.click('#modes button:text-is("Step")');
await page.waitForFunction(() => globalThis.overlandExplorer.current.state?.total > 0);
await page.keyboard.press('End');
await page.waitForFunction(() => globalThis.overlandExplorer.current.state?.over);
const best = await costOf(page);
const found = await page.evaluate(() => globalThis.overlandExplorer.current.state.event.g / 160);
checks.equal('the search that is stepped through finds the same cost', found * 1120, best);
checks.check(
  'jump points are off',
  await page.isDisabled('#panel select[aria-label=Method] option[value=jumps]', { timeout: 9000 }),
);
await picture('step');
await page.selectOption('#panel select[aria-label=Method]', 'tiers');
await page.waitForFunction(() => globalThis.overlandExplorer.current.tiers !== null);
await page.keyboard.press('End');
await page.waitForFunction(() => globalThis.overlandExplorer.current.state?.over);
checks.check('so do the two tiers', await page.evaluate(() => globalThis.overlandExplorer.current.state.found));
await page.click('#modes button:text-is("Compare")');
await page.waitForFunction(() => {
  const { cards } = globalThis.overlandExplorer.current;
  return cards?.every(({ answer, fault }) => answer || fault.textContent);
});
checks.equal(
  'methods are compared, but for jump points',
  await page.evaluate(() =>
    globalThis.overlandExplorer.current.cards.map(({ answer }) => Boolean(answer?.found)),
  ),
  [true, false, true, true],
);
await picture('compare');

// ---- World ----

const world = (text) =>
  page.evaluate(
    (body) => new Function('mode', body)(globalThis.overlandExplorer.current),
    text,
  );
await page.click('#modes button:text-is("World")');
await page.waitForFunction(() => {
  const { id, world: open, view, lists } = globalThis.overlandExplorer.current;
  return id === 'world' && open && lists?.isWhole && view.tiles.isIdle;
});
checks.equal('the map of Play is a world of hexagons', await world('return mode.world.hexagons'), 'r');
const redAt = (cell) =>
  world(`
    const [x, y] = mode.view.camera.middle(${cell});
    const ratio = mode.view.canvas.width / mode.view.camera.width;
    return mode.view.context.getImageData(x * ratio, y * ratio, 1, 1).data[0];`);
const [rock, ground] = [await redAt([15, 8]), await redAt([14, 8])];
checks.check('its rock is where it was painted', rock < 120 && ground > 200, `${rock} ${ground}`);
await world('mode.route.start = [10, 8]; mode.route.goal = [20, 8]; mode.route.plan()');
await page.waitForFunction(
  () => globalThis.overlandExplorer.current.route.state?.segments === 0,
);
checks.check(
  'a route leads round it',
  await world(`return Math.abs(mode.route.state.costToGo - ${best} / 1120) < 1e-6`),
  await world('return JSON.stringify(mode.route.state)'),
);
await picture('world');
await page.selectOption('#panel select[aria-label^=Hexagons]', 'q');
checks.equal('its hexagons are turned', await world(`
  const { camera } = mode.view;
  const [[ax, ay], [bx, by]] = [camera.middle(15, 8), camera.middle(15, 9)];
  return [bx - ax, by - ay].map((each) => Math.round(each / camera.scale));`), [0, 1]);
await page.waitForFunction(() => globalThis.overlandExplorer.current.view.tiles.isIdle);
checks.check('and its rock is still there', (await redAt([15, 8])) < 120);

// ---- Battle ----

await page.click('#modes button:text-is("Battle")');
await page.waitForFunction(() => globalThis.overlandExplorer.current.seen?.tick === 0);
await page.keyboard.press('a');
await page.keyboard.press('ArrowRight');
await page.waitForFunction(() => globalThis.overlandExplorer.current.tick === 1);
const fight = (text) => world(`const { units } = mode.seen; ${text}`);
checks.equal('its units stand on hexagons', await fight(`
  const [x, y] = mode.app.camera.middle(units[0], units[1]);
  mode.view.findPlaces(1);
  return mode.view.placeOf(0).map((at, i) => Math.round(at - [x, y][i]));`), [0, 0]);
await picture('battle');

// ---- A file, in the dark ----

await page.click('#modes button:text-is("Play")');
await page.click('button:text-is("◐")');
const rows = ['......', '.@@@..', '...@..', '.@.@..', '......'];
await untilMap(page, () =>
  drop(page, 'a.map', `type hexagons odd-q\nheight 5\nwidth 6\nmap\n${rows.join('\n')}\n`),
);
checks.equal('a file says how its hexagons lie', (await sessionOf(page, 'map')).hexagons, 'q');
const middle = await page.evaluate(() => {
  const { camera } = globalThis.overlandExplorer;
  const [[ax, ay], [bx, by]] = [camera.middle(2, 3), camera.middle(2, 4)];
  return [bx - ax, by - ay].map((each) => Math.round(each / camera.scale));
});
checks.equal('their columns stand upright', middle, [0, 1]);
await picture('file');
await page.reload();
await settle(page);
checks.equal('nothing is complained of', page.complaints, []);

await browser.close();
checks.finish();
