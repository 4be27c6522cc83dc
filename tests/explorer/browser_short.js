// The most important uses of each mode of the page, in one start of Chromium:
// node browser_short.js PLAYWRIGHT CHROMIUM PAGE
// The other files use all of it, and take minutes; they do not check again what is checked here.

import {
  costOf,
  drop,
  dropFlat,
  dropGuessed,
  dropMap,
  launch,
  messageOf,
  openPage,
  PHONE,
  placeOf,
  reaches,
  settle,
  stroke,
  terrainAt,
  untilMap,
  currentOf,
} from './browser_page.js';
import * as steps from './browser_step_page.js';
import { Checks } from './load.js';

const [playwright, chromium, file] = process.argv.slice(2);
const checks = new Checks();
const browser = await launch(playwright, chromium);
const url = `file://${file}`;
const session = (page, name) =>
  page.evaluate((field) => globalThis.overlandExplorer.session[field], name);
const open = (page) =>
  page.evaluate(
    () => globalThis.overlandExplorer.session.map.terrain.filter((each) => each > 0).length,
  );
const status = (page) => page.textContent('#status');

async function press(page, ...keys) {
  for (const key of keys) await page.keyboard.press(key);
  await settle(page);
}

async function enterMode(page, name, isReady) {
  await page.click(`#modes button:text-is("${name}")`);
  await page.waitForFunction(isReady);
}

// ---- Play ----

const page = await openPage(browser, url);
await settle(page);
const firstPath = await page.evaluate(() => globalThis.overlandExplorer.firstPathMs);
checks.check(`the first path is drawn after ${Math.round(firstPath)} ms`, firstPath > 0);
checks.check('it opens with a path', (await costOf(page)) > 0);
await page.mouse.move(...(await placeOf(page, [200, 120])));
await settle(page);
checks.equal('the goal follows the pointer', await session(page, 'goal'), [200, 120]);
await dropFlat(page, 30, 20);
await page.mouse.move(...(await placeOf(page, await session(page, 'start'))));
await stroke(page, await session(page, 'start'), [2, 10]);
checks.equal('the start is dragged', await session(page, 'start'), [2, 10]);
await page.mouse.click(...(await placeOf(page, [27, 10])));
await settle(page);
checks.equal('a click pins the goal', await session(page, 'goal'), [27, 10]);
checks.equal('the path is straight', await costOf(page), 25 * 1120);
await press(page, 'b', '1');
await stroke(page, [15, 3], [15, 17]);
checks.check('a wall is painted, and the path goes round', (await costOf(page)) > 25 * 1120);
await press(page, 'Control+z');
checks.equal('undone', await costOf(page), 25 * 1120);
await press(page, 'Control+y');
checks.check('redone', (await costOf(page)) > 25 * 1120);
await press(page, 'c');
await page.click('dialog [data-value=js]');
checks.says('the query as a program', await page.textContent('dialog pre'), /\[start, goal\] = \[\[2, 10\], \[27, 10\]\]/);
const saved = page.waitForEvent('download');
await page.click('dialog button:text-is("Save overland.world")');
checks.equal('the world that it opens is saved', (await saved).suggestedFilename(), 'overland.world');
await press(page, 'Escape');
await press(page, '2');
await stroke(page, [14, 0], [15, 19]);
checks.says('cut off, it says so', await status(page), /No way there/);
await page.hover('text=Why not?');
await page.mouse.down();
await page.evaluate(() => globalThis.overlandExplorer.current.showStatus());
await page.mouse.up();
await page.waitForSelector('text=Open them');
checks.check('a click is taken while the figures change', true);
await page.evaluate(() => {
  const { client, session } = globalThis.overlandExplorer;
  client.onEvent({ event: 'refreshed', world: session.world });
});
await settle(page);
checks.check('labels made anew leave what was asked', await page.isVisible('text=Open them'));
await page.click('text=Open them');
await reaches(page, 0);
checks.check('the cells in the way are opened', true);
await press(page, 'h', '1');
await stroke(page, [20, 2], [20, 17]);
checks.check(
  'hills are raised',
  await page.evaluate(() => globalThis.overlandExplorer.session.heightAt([20, 10]) > 0),
);
await press(page, 'i', '2');
await stroke(page, [8, 0], [8, 19]);
await page.waitForFunction(() => /Cut off/.test(document.getElementById('status').textContent));
checks.equal('what if: the map stays', await terrainAt(page, [8, 10]), 8);
await page.click('#panel button:text-is("Clear")');
await reaches(page, 0);
await press(page, 'v', 'ArrowLeft');
checks.equal('an arrow moves the goal', await session(page, 'goal'), [26, 10]);
await page.selectOption('#panel select[aria-label="Diagonal steps"]', 'none');
await settle(page);
checks.equal(
  'a corner rule is taken',
  await page.evaluate(() => globalThis.overlandExplorer.session.settings.corners),
  'none',
);
await drop(page, 'bad.map', 'no map at all');
const refusal = await messageOf(page);
checks.says('a bad file is refused', refusal, /this is no map/);
checks.equal('and the map stays', (await session(page, 'map')).width, 30);
await page.waitForFunction(() => /goal=26,10.*corners=none/.test(location.hash));
checks.check('the state stands in the address', true);

// ---- Terrains of a map ----

const level = '#####\n#..x#\n#.x.#\n#...#\n#####\n';
await drop(page, 'level.txt', level);
await page.waitForSelector('dialog >> text=What can be crossed?');
checks.equal(
  'the terrains of a level are listed, and what is guessed of them',
  await page.$$eval('dialog .terrains > div:not(.foot)', (rows) =>
    rows.map((row) => [
      row.querySelector('b').textContent,
      row.querySelector('.cells').textContent,
      row.querySelector('select').value,
    ]),
  ),
  [
    ['wall', '16', '0'],
    ['ground', '7', '1'],
    ['letter_x', '2', '1'],
  ],
);
await page.click('dialog >> text=Cancel');
checks.equal('a map that is not wanted is not shown', (await session(page, 'map')).width, 30);
await dropGuessed(page, 'level.txt', level);
checks.equal('walls block, letters that are not known do not', await open(page), 9);
await page.click('#panel button:text-is("Terrains…")');
await page.selectOption('dialog select[aria-label="letter_x"]', '0');
await untilMap(page, () => page.click('dialog .primary'));
checks.equal('a terrain is blocked by choice', await open(page), 7);
await dropFlat(page, 30, 20);
await page.keyboard.press('?');
checks.check('help opens', await page.isVisible('dialog >> text=What to do'));
await page.keyboard.press('Escape');

// ---- Step ----

await enterMode(page, 'Step', () => globalThis.overlandExplorer.current.state);
await steps.openExample(page, 'lester');
await steps.press(page, 'ArrowRight', 3);
const opened = 'Opened (2, 2): G 10, H 30, F 40, from (1, 2)';
checks.equal('three steps', await steps.words(page), opened);
await steps.press(page, 'ArrowLeft');
await steps.press(page, 'ArrowRight');
checks.equal('back and forth', await steps.words(page), opened);
await steps.click(page, [1, 4]);
checks.equal(
  'the list of events asks for a choice',
  await page.$eval('#panel [data-id="event"]', (list) => list.selectedOptions[0].textContent),
  'which event…',
);
await steps.choose(page, 'number', 'g');
await steps.choose(page, 'compare', 'changes');
await page.click('#panel [data-id="add-break"]');
await steps.settle(page);
await page.click('#panel [data-id="run-to-stop"]');
await steps.settle(page);
checks.equal(
  'it stops when G of a cell changes',
  await steps.words(page),
  'Stopped: at (1, 4) G changes. Improved (1, 4): G 20, H 60, F 80, from (1, 3)',
);
checks.equal('the sorted list', (await steps.rows(page))[0], '1 (0, 2) 60 10 50 (1, 2)');
await page.click('#panel .break button');
await steps.settle(page);
await steps.press(page, 'End');
checks.says('the end', await steps.words(page), /the path costs 68/);
await page.$eval('#transport input[type=range]', (line) => {
  line.value = 12;
  line.dispatchEvent(new Event('input'));
});
await steps.settle(page);
checks.equal('the timeline is dragged', await steps.count(page), '12 / 51');
await steps.chooseRow(page, 'Method', 'Jump points');
await steps.press(page, 'End');
checks.says('jump points', await steps.words(page), /Reached the goal/);
await steps.chooseRow(page, 'Method', 'Two tiers');
await steps.press(page, 'End');
checks.check('the two tiers', (await steps.words(page)) !== 'Before the first event.');
await steps.openExample(page, 'cat');
await steps.press(page, 'End');
checks.says('the cat and the bone', await steps.words(page), /the path costs 7\./);
await steps.press(page, 'b');
await steps.click(page, [6, 1]);
await steps.press(page, 'End');
checks.says('a wall makes the search run anew', await steps.words(page), /costs 7\./);
await page.keyboard.press('Control+z');
await steps.settle(page);
checks.equal('undone there', await terrainAt(page, [6, 1]), 8);

// ---- Compare ----

await dropFlat(page, 30, 20);
const isCompared = () => {
  const { session: now, current } = globalThis.overlandExplorer;
  return (
    now.answer &&
    !now.running &&
    current.id === 'compare' &&
    !current.busy &&
    current.nextQuestion() === null
  );
};
await page.evaluate(() => globalThis.overlandExplorer.session.setSettings({ corners: 'strict' }));
await enterMode(page, 'Compare', isCompared);
const cards = () =>
  page.evaluate(() => globalThis.overlandExplorer.current.cards.map(({ answer }) => answer));
checks.check(
  'four methods find a path',
  (await cards()).length === 4 && (await cards()).every(({ found }) => found),
);
checks.says('A* is optimal', await page.textContent('#compare dl'), /Costoptimal/);
await page.selectOption('#compare .method:nth-child(2) select', 'dijkstra');
await page.waitForFunction(isCompared);
checks.check('Dijkstra expands more', (await cards())[1].cells > (await cards())[0].cells);
await drop(page, 'x.scen', 'version 1\n0 x.map 30 20 2 2 27 17 30\n1 x.map 30 20 2 2 5 2 3\n');
await page.waitForFunction(() => globalThis.overlandExplorer.current.problems.length === 2);
await page.waitForFunction(isCompared);
checks.equal(
  'a scenario gives a table',
  await page.$$eval('#compare tbody tr', (all) => all.length),
  2,
);
checks.equal(
  'and a plot',
  await page.evaluate(() => globalThis.overlandExplorer.current.plot.dots.length),
  8,
);

// ---- Learn ----

const isTaught = () => {
  const view = globalThis.overlandExplorer.current.view;
  return view?.data && !view.asker.asking;
};
const lessonTitle = () => page.textContent('#learn h2');
await enterMode(page, 'Learn', isTaught);
checks.equal('the first step', await lessonTitle(), '1. Grid and costs');
const lessonGoal = await page.evaluate(() => globalThis.overlandExplorer.current.view.goal);
await page.focus('#learn canvas');
await page.keyboard.press('ArrowUp');
await page.waitForFunction(isTaught);
checks.equal(
  'its goal moves',
  await page.evaluate(() => globalThis.overlandExplorer.current.view.goal),
  [lessonGoal[0], lessonGoal[1] - 1],
);
await page.click('#learn .dots button:nth-last-child(2)');
await page.waitForFunction(isTaught);
checks.says('the step about units', await page.textContent('#learn .answer'), /walk/);
checks.equal('nothing is on the console', page.complaints, []);

/** Whether a message is seen as a whole: nothing lies over it, and no bar under it. */
const isSeen = () =>
  page.evaluate(() => {
    globalThis.overlandExplorer.say('A message');
    const toast = document.getElementById('toast');
    const { left, right, top, bottom } = toast.getBoundingClientRect();
    const bar = document.getElementById('transport')?.getBoundingClientRect();
    const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return at === toast && !(bar?.height > 0 && bar.top < bottom);
  });
checks.check('a message is seen in Learn', await isSeen());

// ---- Battle ----

await enterMode(page, 'Battle', () => globalThis.overlandExplorer.current.seen);
await page.selectOption('#panel select', 'pass');
await page.waitForFunction(() => {
  const { current } = globalThis.overlandExplorer;
  return current.scene === 'pass' && current.count === 200 && !current.stale && !current.wanted;
});
await page.mouse.click(...(await placeOf(page, [80, 28])));
await page.selectOption('#transport select', { label: '120 ticks a second' });
await page.keyboard.press('Enter');
await page.waitForFunction(() => globalThis.overlandExplorer.current.tick >= 50);
await page.keyboard.press('Enter');
await page.waitForFunction(() =>
  / waits for \d+/.test(document.querySelector('[data-id=waits]').textContent),
);
checks.check('two hundred units wait before a pass, for whom is told', true);
checks.check(
  'a battle has a hash',
  /^[0-9a-f]{16}$/.test(await page.textContent('#transport [data-id="hash"]')),
);
checks.check('a message is seen in a battle', await isSeen());
checks.equal('nothing is on the console of a battle', page.complaints, []);

// ---- World ----

await page.click('#modes button:text-is("Play")');
const half = Array(9).fill('.'.repeat(30));
await dropMap(page, 'cut.map', [...half, '@'.repeat(30), ...half]);
await enterMode(page, 'World', () => {
  const mode = globalThis.overlandExplorer.current;
  return mode.id === 'world' && mode.world && mode.lists?.isWhole && mode.view.tiles.isIdle;
});
const islands = await page.evaluate(() => globalThis.overlandExplorer.current.lists.islands);
checks.check('islands that are cut off are listed', islands > 1);
await page.click('#panel .item button:text-is("Open a way") >> nth=0');
await page.waitForFunction((before) => {
  const { lists, edits } = globalThis.overlandExplorer.current;
  return edits > 0 && lists.isWhole && lists.islands < before;
}, islands);
checks.says('and opened', await messageOf(page), /part of the largest/);
await drop(page, 'none.world', 'no world');
checks.says('what is no world is refused', await messageOf(page), /no world file/);
checks.says('also in the panel', await page.textContent('#panel .fault'), /no world file/);
checks.equal('and the world stays', await currentOf(page, 'edits'), 1);
checks.check('a message is seen in a world', await isSeen());
await page.click('#modes button:text-is("Play")');
await dropMap(page, 'other.map', [...half.slice(1), '@'.repeat(30), ...half]);
checks.equal('World keeps edits of its own', await page.evaluate(() => {
  const world = globalThis.overlandExplorer.modes.find(({ id }) => id === 'world');
  return world.followsPlay;
}), false);
await page.evaluate(() => globalThis.overlandExplorer.modes.find(({ id }) => id === 'world').revert());
await page.click('#status >> text=2 islands: look');
await page.waitForFunction(() => globalThis.overlandExplorer.current.world?.height === 18 && globalThis.overlandExplorer.current.lists?.isWhole);
checks.says('otherwise it shows the map that Play has now', await page.textContent('#panel'), /30 × 18 cells.*1 region .*2 islands.*1 island cut off/);
checks.equal('nothing is on the console of a world', page.complaints, []);

// ---- A phone ----

const phone = await openPage(browser, url, PHONE);
await settle(phone);
await phone.touchscreen.tap(...(await placeOf(phone, [160, 100])));
await settle(phone);
checks.check(
  'a tap moves the goal',
  await phone.evaluate(() => globalThis.overlandExplorer.pinned),
);
checks.equal('nothing is on its console', phone.complaints, []);
await browser.close();
checks.finish();
