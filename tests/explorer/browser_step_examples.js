// Examples and stops of the Step mode, in Chromium: what an example leaves as it was, and what a stop says.
// node browser_step_examples.js PLAYWRIGHT CHROMIUM PAGE PICTURES

import { join } from 'node:path';
import { launch, PHONE, stroke } from './browser_page.js';
import { choose, click, openExample, openSteps, press, settle, words } from './browser_step_page.js';
import { Checks } from './load.js';

const [playwright, chromium, file, pictures] = process.argv.slice(2);
const checks = new Checks();
const browser = await launch(playwright, chromium);
const open = (fragment, options) => openSteps(browser, file, fragment, options);

// ---- A stop is put together in any order ----

const page = await open('#mode=step');
await openExample(page, 'lester');
await choose(page, 'event', 'opened');
await choose(page, 'place', 'cell');
await click(page, [4, 4]);
checks.equal(
  'a cell that is chosen leaves the event and the place that were',
  await page.$$eval('#panel .break-form select', (all) => all.slice(0, 2).map((each) => each.value)),
  ['opened', 'cell'],
);
await page.click('#panel [data-id="add-break"]');
await settle(page);
checks.says(
  'so that the stop is both',
  await page.textContent('#panel .break'),
  /opened at \(4, 4\)/,
);
await page.click('#panel [data-id="run-to-stop"]');
await settle(page);
checks.equal(
  'a stop that the run does not reach is said',
  await words(page),
  'Reached the goal (5, 2): the path costs 68. Never reached: opened at (4, 4).',
);
await press(page, 'ArrowLeft', 2);
await press(page, 'End');
checks.equal(
  'and from where on it was not',
  await words(page),
  'Reached the goal (5, 2): the path costs 68. Not reached after event 49: opened at (4, 4).',
);

// ---- The map that an example replaces comes back ----

const mine = await open('#mode=step&map=caves&size=60x40&seed=3&start=4,4&goal=50,30&pin=1');
const stateOf = () =>
  mine.evaluate(() => {
    const { session, pinned } = globalThis.overlandExplorer;
    const { map, start, goal, goals, history, source, settings } = session;
    const [done, undone] = [history.done.length, history.undone.length];
    return JSON.stringify([[...map.terrain], start, goal, goals, done, undone, source, settings, pinned]);
  });
const enter = async (name) => {
  await mine.click(`#modes button:text-is("${name}")`);
  await mine.evaluate(() => globalThis.overlandExplorer.modes[1].returning);
  await mine.waitForFunction(() => {
    const { session } = globalThis.overlandExplorer;
    return session.answer && !session.running;
  });
};
await enter('Play');
await mine.keyboard.press('b');
await stroke(mine, [10, 5], [20, 30]);
await stroke(mine, [30, 5], [30, 30]);
await mine.keyboard.press('Control+z');
await mine.keyboard.press('i');
await stroke(mine, [40, 5], [40, 30]);
await mine.waitForFunction(() => /edits=/.test(location.hash));
const painted = await stateOf();
const address = await mine.evaluate(() => location.hash);
const forked = () =>
  mine.evaluate(() => globalThis.overlandExplorer.modes[0].whatIf.cells.size);
const cells = await forked();
await enter('Step');
await openExample(mine, 'lester');
await openExample(mine, 'cat');
checks.check(
  'an example has nothing to undo',
  await mine.$eval('#tools [data-tool=undo]', (button) => button.disabled),
);
await mine.screenshot({ path: join(pictures, 'step-former.png') });
await enter('Play');
checks.check('leaving Step brings the map back, with ends and history', (await stateOf()) === painted);
checks.equal('and the cells of "what if"', [await forked(), cells > 0], [cells, true]);
await mine.waitForFunction((before) => location.hash === before, address);
checks.check('and the address', true);
await mine.keyboard.press('Control+z');
await mine.keyboard.press('Control+z');
await enter('Play');
checks.equal(
  'and its strokes can be undone',
  await mine.evaluate(() => {
    const { map, original } = globalThis.overlandExplorer.session;
    return map.terrain.some((terrain, i) => terrain !== original[i]);
  }),
  false,
);
await enter('Step');
await settle(mine);
await openExample(mine, 'lester');
await mine.click('#panel [data-id="back-to-map"]');
await mine.waitForFunction(() => globalThis.overlandExplorer.session.map.width === 60);
await settle(mine);
checks.equal(
  'a button brings it back too, and goes',
  [
    await mine.evaluate(() => globalThis.overlandExplorer.current.id),
    await mine.$$eval('#panel [data-id="back-to-map"]', (all) => all.length),
  ],
  ['step', 0],
);

// ---- A phone ----

const phone = await open('#mode=step', PHONE);
await phone.click('#menu button[title^="Settings"]');
checks.check(
  'the panel leaves the bars above it free',
  await phone.evaluate(() => {
    const [panel, menu, bar] = ['panel', 'menu', 'transport'].map((id) =>
      document.getElementById(id).getBoundingClientRect(),
    );
    return panel.height > 100 && panel.top >= menu.bottom && panel.bottom <= bar.top;
  }),
);
await phone.screenshot({ path: join(pictures, 'step-panel-phone.png') });
checks.equal(
  'nothing is on the console',
  [page, mine, phone].flatMap((each) => each.complaints),
  [],
);
await browser.close();
checks.finish();
