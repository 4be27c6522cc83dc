// Matters that all modes of the page share, in Chromium: large worlds, the bar with Cancel, the window of a phone, and a
// user who clicks and drags at random: node browser_everywhere.js PLAYWRIGHT CHROMIUM PAGE [SECONDS [SEED]]

import {
  drop, launch, messageOf, openPage, PHONE, settle, untilMap,
} from './browser_page.js';
import { Checks } from './load.js';

const [playwright, chromium, file, seconds = '40', seed = '1'] = process.argv.slice(2);
const checks = new Checks();
const browser = await launch(playwright, chromium);
const url = `file://${file}`;
const MODES = ['play', 'step', 'compare', 'world', 'battle', 'learn'];
const SMALLEST = 24; // pixels of what a finger hits

const enter = (page, mode) =>
  page.evaluate((id) => {
    const app = globalThis.overlandExplorer;
    app.enterMode(app.modes.find((each) => each.id === id));
  }, mode);

// ---- A map that is too large for the page ----

const page = await openPage(browser, url);
await settle(page);
const rows = Array.from({ length: 12 }, (_, y) => (y === 5 ? '@'.repeat(2090) : '.'.repeat(2090)) + '.'.repeat(10));
await drop(page, 'broad.map', `type octile\nheight 12\nwidth 2100\nmap\n${rows.join('\n')}\n`);
checks.says('a map that is too large for the page opens in World', await messageOf(page), /opens in World/);
await page.waitForFunction(
  () => globalThis.overlandExplorer.current.id === 'world' && globalThis.overlandExplorer.current.world?.width === 2100,
);
const large = await page.evaluate(() => globalThis.overlandExplorer.session.map.width);
checks.equal('and the map of the page stays', large, 640);

// ---- Cancel ----

/** Does something that takes long, and cancels it once the bar says so; what the bar said. */
async function cancelled(act) {
  const before = await page.evaluateHandle(() => globalThis.overlandExplorer.session.map);
  await act();
  await page.waitForSelector('#work:not([hidden])');
  const words = await page.textContent('#work span');
  await page.click('#work button');
  await page.waitForSelector('#work', { state: 'hidden' });
  await settle(page);
  await page.waitForFunction(
    (map) => globalThis.overlandExplorer.session.map === map && globalThis.overlandExplorer.session.world,
    before,
  );
  return words;
}

/** Ends, settings and the cost of the path. */
const stateOf = () =>
  page.evaluate(() => {
    const { start, goal, settings, query, answer } = globalThis.overlandExplorer.session;
    return JSON.stringify([start, goal, settings, query, answer.costUnits]);
  });
const MAKE = () =>
  globalThis.overlandExplorer.generate({ kind: 'caves', width: 2048, height: 2048, seed: 1, cells: '' });

await enter(page, 'play');
await settle(page);
const before = await stateOf();
checks.says('a map that takes long', await cancelled(() => page.evaluate(MAKE)), /^(Making|Baking)/);
checks.equal('is cancelled, and all is as before', await stateOf(), before);
await enter(page, 'compare');
const comparing = await cancelled(() => page.click('#compare button:has-text("others of this map")'));
checks.says('queries that are compared say how many are done', comparing, /^Comparing/);
await page.waitForTimeout(800);
checks.check('and end', await page.isHidden('#work'));
await enter(page, 'step');
await page.waitForFunction(() => globalThis.overlandExplorer.current.recorded && !globalThis.overlandExplorer.current.queue.busy);
const rules = await page.evaluate(async () => {
  const { current } = globalThis.overlandExplorer;
  const first = current.rules.method;
  current.setRules({ method: 'dijkstra' });
  await current.cancelWork();
  return [first, current.rules.method];
});
checks.equal('a recording that is cancelled leaves the rules of the one before', rules[1], rules[0]);
await page.waitForFunction(() => globalThis.overlandExplorer.current.state?.total > 0);
await enter(page, 'battle');
await page.waitForFunction(() => globalThis.overlandExplorer.current.seen);
const scenes = await page.evaluate(async () => {
  const { current } = globalThis.overlandExplorer;
  const first = current.scene;
  current.wanted = { scene: 'armies', units: 900, seed: 1, rocks: 0 };
  current.begin();
  await current.cancelWork();
  return [first, current];
}).then(([first]) => first);
await page.waitForFunction((scene) => {
  const { current } = globalThis.overlandExplorer;
  return current.seen && current.scene === scene;
}, scenes);
checks.check('a battle that is cancelled gives way to the one before', true);
checks.equal('nothing is on the console', page.complaints, []);

// ---- A phone ----

const phone = await openPage(browser, url, { ...PHONE, height: 844 });
await settle(phone);

/** True if an element is seen, and a finger hits it. */
const isHit = (selector) =>
  phone.evaluate((each) => {
    const element = document.querySelector(each);
    const { left, right, top, bottom } = element?.getBoundingClientRect() ?? {};
    const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    return isInside && element.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
  }, selector);

/** True if an end of the query is seen on the map. */
const isEndHit = (end) =>
  phone.evaluate((name) => {
    const { camera, session } = globalThis.overlandExplorer;
    return document.elementFromPoint(...camera.middle(...session[name]))?.id === 'ink';
  }, end);

/** The controls that are too small for a finger, or cut. */
const smallOnes = () =>
  phone.evaluate((least) => {
    const found = [];
    for (const each of document.querySelectorAll('button, select, summary, input')) {
      const target = each.closest('label') ?? each;
      const { width, height } = target.getBoundingClientRect();
      if (width > 0 && (width < least || height < least)) found.push(`${each.title || each.textContent || each.type} ${width} × ${height}`);
      if (each.matches('#modes button, #transport button') && each.scrollWidth > each.clientWidth + 1) found.push(`cut: ${each.textContent}`);
    }
    return found;
  }, SMALLEST);

const TASKS = {
  play: async () => (await isEndHit('start')) && isEndHit('goal'),
  step: () => isHit('#transport [data-id=run]'),
  compare: () => isHit('#compare .method canvas'),
  world: () => isHit('#tools [data-tool=file]'),
  battle: () => isHit('#transport [data-id=move]'),
  learn: () => isHit('#learn .foot .primary'),
};
const early = await phone.evaluate(() => {
  const app = globalThis.overlandExplorer;
  const [battle, world] = ['battle', 'world'].map((id) => app.modes.find((each) => each.id === id));
  app.enterMode(battle);
  for (const each of document.querySelectorAll('#panel .states button')) each.click();
  battle.hands.takeKey('q', false);
  app.enterMode(world);
  world.setTool('rock');
  const isTaken = world.hands.down([3, 3], { button: 0 });
  world.setTool('look');
  return isTaken;
}).catch((error) => error.message);
checks.equal('hands that are early find no battle and no world', [early, phone.complaints], [false, []]);
for (const mode of MODES) {
  await enter(phone, mode);
  await phone.waitForTimeout(700);
  await phone.waitForSelector('#work', { state: 'hidden' });
  checks.check(`${mode} on a phone: what it is for is in sight`, await TASKS[mode]());
  checks.equal(`${mode} on a phone: targets of ${SMALLEST} pixels`, await smallOnes(), []);
  if (mode === 'learn') continue;
  await phone.click('#menu button[title^="Settings"]');
  checks.equal(`${mode} on a phone: also in its panel`, await smallOnes(), []);
  await phone.click('#menu button[title^="Settings"]');
}
checks.equal('nothing is on the console of the phone', phone.complaints, []);
await phone.context().close();

// ---- Anything ----

let state = Number(seed);
const below = (count) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * count);
};
const KEYS = [
  ...'nvbsfewtmhiokrxgaz123[],.?cp+-0'.split(''),
  ...['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Enter', 'Escape', 'Home', 'End', ' ', 'Tab', 'Control+z', 'Control+y'],
];
const SIZES = [{ width: 1366, height: 768 }, { width: 390, height: 844 }];

/** The middles of all buttons, switches and lists in sight that open no file of the system. */
const targets = () =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, summary, input, select')]
      .filter((each) => !each.disabled && !/^Open|Save|\.scen/.test(each.title + each.textContent) && !each.closest('[hidden]'))
      .filter((each) => each.type !== 'file')
      .map((each) => each.getBoundingClientRect())
      .filter(({ width, top, bottom }) => width > 0 && top >= 0 && bottom <= innerHeight)
      .map(({ left, top, width, height }) => [left + width / 2, top + height / 2]),
  );

async function act() {
  const { width, height } = page.viewportSize();
  const place = () => [below(width), 60 + below(height - 60)];
  const what = below(20);
  if (what === 0) await enter(page, MODES[below(MODES.length)]);
  else if (what === 1) await page.setViewportSize(SIZES[below(2)]);
  else if (what === 2) await page.emulateMedia({ colorScheme: ['light', 'dark'][below(2)] });
  else if (what < 6) await page.keyboard.press(KEYS[below(KEYS.length)]);
  else if (what < 8) await page.mouse.wheel(0, 100 * (below(9) - 4));
  else if (what < 14) {
    const all = await targets();
    if (all.length > 0) await page.mouse.click(...all[below(all.length)]);
  } else {
    await page.mouse.move(...place());
    await page.mouse.down({ button: ['left', 'left', 'right', 'middle'][below(4)] });
    for (let i = below(4); i >= 0; i--) await page.mouse.move(...place(), { steps: 4 });
    for (const button of ['left', 'right', 'middle']) await page.mouse.up({ button });
  }
}

await enter(page, 'play');
let acts = 0;
const until = performance.now() + 1000 * Number(seconds);
for (; performance.now() < until && page.complaints.length === 0; acts++) await act();
checks.equal(`nothing is on the console after ${acts} acts at random (seed ${seed})`, page.complaints, []);
await page.keyboard.press('Escape');
await enter(page, 'play');
await untilMap(page, () => page.evaluate(() =>
  globalThis.overlandExplorer.generate({ kind: 'caves', width: 60, height: 40, seed: 3, cells: '' })));
checks.check('and the page still makes maps and finds paths', true);

await browser.close();
checks.finish();
