// Keys, addresses and messages of the page, in Chromium:
// node browser_messages.js PLAYWRIGHT CHROMIUM PAGE PICTURES

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { drop, dropMap, launch, openPage, PHONE, placeOf, settle, stroke, terrainAt } from './browser_page.js';
import { Checks } from './load.js';

const [playwright, chromium, file, pictures] = process.argv.slice(2);
const checks = new Checks();
const browser = await launch(playwright, chromium);
const url = `file://${file}`;
const toast = (page) => page.textContent('#toast');

// ---- Keys belong to what has the focus ----

const page = await openPage(browser, `${url}#mode=step&map=rooms&size=60x40&seed=1`);
await settle(page);
await page.waitForFunction(() => globalThis.overlandExplorer.current.state?.total > 0);
const number = () => page.evaluate(() => globalThis.overlandExplorer.current.number);
const focused = () => page.evaluate(() => document.activeElement.textContent);
await page.focus('#panel [role=tab][data-view=sorted]');
await page.keyboard.press('Tab');
await page.keyboard.press('Shift+Tab');
await page.keyboard.press('ArrowRight');
checks.equal(
  'an arrow key moves from tab to tab, and does not step',
  [await focused(), await number()],
  ['Closed', 0],
);
await page.keyboard.press('Enter');
const isShown = (each, view) =>
  each.waitForFunction(
    (name) =>
      document.querySelector(`#panel [data-view=${name}]`).getAttribute('aria-selected') === 'true' &&
      document.querySelector('#panel .list-row, #panel .tree, #panel .scroller'),
    view,
  );
await isShown(page, 'closed');
checks.equal('Enter presses the tab, and does not run', await number(), 0);
await page.focus('#panel [aria-label="Cost of a step"] [aria-checked=true]');
const chosen = await focused();
await page.keyboard.press('ArrowRight');
await page.waitForFunction(
  (before) =>
    document.activeElement.role === 'radio' && document.activeElement.textContent !== before,
  chosen,
);
checks.check(
  'an arrow key chooses in a row of choices, which keeps the focus',
  (await number()) === 0 && (await page.evaluate(() => document.activeElement.role)) === 'radio',
);
await page.keyboard.press('Home');
checks.equal('Home is the first of them', await number(), 0);
await page.mouse.click(...(await placeOf(page, [30, 20])));
await page.click('#modes button:text-is("Step")');
for (let i = 0; i < 40; i++) await page.keyboard.press('ArrowRight');
await page.waitForFunction(() => globalThis.overlandExplorer.current.state.number === 40);
checks.check('after a click on a button the keys step', true);
await page.click('#panel [role=tab][data-view=sorted]');
await page.focus('#panel .scroller');
await page.keyboard.press('ArrowDown');
await page.keyboard.press('ArrowDown');
await page.waitForFunction(() =>
  document.querySelectorAll('.list-row[data-node]')[1]?.classList.contains('focus'),
);
checks.equal(
  'in a list the arrows move from row to row',
  [
    await page.evaluate(() =>
      [...document.querySelectorAll('.list-row[data-node]')].findIndex((row) =>
        row.classList.contains('focus'),
      ),
    ),
    await number(),
  ],
  [1, 40],
);

// ---- No number is cut off ----

const large = await openPage(
  browser,
  `${url}#mode=step&map=continents&size=1024x1024&seed=2&start=721,220&goal=1000,560&rules=astar.octile.exact`,
);
await settle(large);
for (const each of [page, large]) {
  await each.evaluate(() => globalThis.overlandExplorer.current.goTo(2500));
  await each.waitForFunction(() => {
    const { number, state } = globalThis.overlandExplorer.current;
    return number > 40 && state.number === number;
  });
  for (const view of ['sorted', 'closed', 'path']) {
    await each.click(`#panel [data-view=${view}]`);
    await isShown(each, view);
    const cutHere = await each.evaluate(cutOff);
    checks.equal(`no number of the list "${view}" is cut off`, cutHere, []);
    await each.screenshot({
      path: join(pictures, `list-${view}${each === page ? '' : '-large'}.png`),
    });
  }
}

/** Texts of the lists that do not fit their place, or lie outside the panel. */
function cutOff() {
  const panel = document.getElementById('panel').getBoundingClientRect();
  const shown = [...document.querySelectorAll('#panel .list-row > span')];
  return shown
    .filter((each) => {
      if (!each.offsetParent || !each.textContent) return false;
      const range = document.createRange();
      range.selectNodeContents(each);
      const text = range.getBoundingClientRect();
      const box = each.getBoundingClientRect();
      return text.right > box.right + 1.5 || text.left < box.left - 1.5 || text.right > panel.right;
    })
    .map((each) => each.textContent);
}

// ---- Messages end with their cause ----

await page.click('#modes button:text-is("Play")');
await settle(page);
await drop(page, 'bad.map', 'no map');
await page.waitForFunction(() => document.getElementById('toast').textContent !== '');
await page.mouse.move(...(await placeOf(page, [31, 21])));
checks.check('a message stays while the pointer moves', (await toast(page)) !== '');
await page.mouse.click(...(await placeOf(page, [31, 21])));
checks.equal('and ends with a click', await toast(page), '');
await drop(page, 'bad.map', 'no map');
await page.waitForFunction(() => document.getElementById('toast').textContent !== '');
await page.click('#modes button:text-is("Compare")');
checks.equal('or in another mode', await toast(page), '');

// ---- Messages have numbers ----

await page.evaluate(() => {
  const huge = new File(['x'], 'huge.map');
  Object.defineProperty(huge, 'size', { value: 300 * 1024 * 1024 });
  const event = new Event('drop', { bubbles: true, cancelable: true });
  Object.defineProperty(event, 'dataTransfer', { value: { files: [huge] } });
  document.body.dispatchEvent(event);
});
await page.waitForFunction(() => document.getElementById('toast').textContent.includes('huge'));
checks.says(
  'a file that is too large: its size and the limit',
  await toast(page),
  /300\.0 MB.*256\.0 MB/,
);
await page.keyboard.press('n');
checks.equal(
  'a new map may be as large as a file',
  await page.getAttribute('dialog input[type=number]', 'max'),
  '2048',
);
await page.keyboard.press('Escape');

// ---- Addresses ----

const wrong = await openPage(
  browser,
  `${url}#map=moon&size=60x40&start=9,9&goal=99,9&hat=1&lines=grid`,
);
await settle(wrong);
checks.says(
  'the parts of an address that are not understood are named',
  await toast(wrong),
  /map=moon.*hat=1.*goal=99,9 \(the map has 60 × 40 cells\)/,
);
checks.equal(
  'and the rest is shown',
  await wrong.evaluate(() => {
    const { session } = globalThis.overlandExplorer;
    return [session.start, session.query.smoothing, session.map.width];
  }),
  [[9, 9], 'grid', 60],
);
await wrong.screenshot({ path: join(pictures, 'address.png') });
await dropMap(wrong, 'my.map', Array(4).fill('.....'));
await wrong.evaluate(() => globalThis.overlandExplorer.writeState()); // else once the page is quiet
const again = await openPage(browser, `${url}${await wrong.evaluate(() => location.hash)}`);
await settle(again);
checks.says('that of a file names it', await toast(again), /"my\.map": drop it/);

// ---- What would be lost is asked about ----

const asked = [];
wrong.on('dialog', (dialog) => {
  asked.push(dialog.type());
  return dialog.accept();
});
await wrong.mouse.click(...(await placeOf(wrong, [1, 1])));
await settle(wrong);
await wrong.reload();
await settle(wrong);
checks.equal('a reload asks about a dropped map', asked, ['beforeunload']);
await again.close();
const kept = await openPage(browser, `${url}#map=rooms&size=60x40&seed=1&tool=rock`);
await settle(kept);
checks.equal('the hint is of the tool', await kept.textContent('#hint'), 'Drag to paint');
kept.on('dialog', (dialog) => {
  asked.push('kept');
  return dialog.accept();
});
await stroke(kept, [5, 5], [9, 9]);
await kept.reload();
await settle(kept);
checks.equal(
  'and not about strokes that stand in the address',
  [asked.length, await terrainAt(kept, [7, 7])],
  [1, 0],
);

// ---- A phone, whose panels begin closed ----

const phone = await openPage(browser, `${url}#map=rooms&size=60x40&seed=1`, PHONE);
await settle(phone);
for (const [mode, has] of [
  ['Step', 'rules'],
  ['World', 'islands'],
  ['Battle', 'scenes'],
]) {
  await phone.tap(`#modes button:text-is("${mode}")`);
  const hint = phone.locator('#hint:not(.gone)');
  await hint.waitFor();
  checks.check(`${mode} says what its panel has`, (await hint.textContent()).includes(`☰ ${has}`));
  await phone.screenshot({ path: join(pictures, `hint-${mode.toLowerCase()}.png`) });
}
await phone.tap('#menu button:text-is("☰")');
await phone.waitForSelector('#hint.gone', { state: 'attached' });
checks.check('until it is opened', await phone.isVisible('#panel'));

// ---- A picture of the map alone ----

const picture = kept.waitForEvent('download');
await kept.selectOption('#menu select', 'PNG');
const header = readFileSync(await (await picture).path());
const sides = await kept.evaluate(() => {
  const { camera, session } = globalThis.overlandExplorer;
  return [session.map.width, session.map.height].map((side) => Math.round(side * camera.scale) + 24);
});
const found = [header.readUInt32BE(16), header.readUInt32BE(20)];
checks.check(
  'a saved picture ends with the map',
  found.every((side, i) => Math.abs(side - sides[i]) <= 1),
  `${found}, not ${sides}`,
);

// ---- A start on which the mover can't stand ----

const boat = await openPage(
  browser,
  `${url}#map=continents&size=120x80&seed=6&start=3,3&goal=60,40&mover=boat&pin=1`,
);
await settle(boat);
checks.says(
  'a blocked start is said',
  await boat.textContent('#status'),
  /Start blocked \(Boat on .*path from \d+, \d+/,
);
await boat.screenshot({ path: join(pictures, 'boat.png') });
checks.equal(
  'nothing is on the console',
  [page, large, wrong, again, kept, phone, boat].flatMap((each) => each.complaints),
  [],
);
await browser.close();
checks.finish();
