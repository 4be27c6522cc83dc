// The mode Battle in Chromium, by pointer, touch and keys:
// node browser_battle.js PLAYWRIGHT CHROMIUM PAGE PICTURES

import { readFileSync } from 'node:fs';
import { drop, launch, messageOf, openPage, placeOf, settle, PHONE } from './browser_page.js';
import { Checks } from './load.js';

const [playwright, chromium, file, pictures] = process.argv.slice(2);
const checks = new Checks();
const browser = await launch(playwright, chromium);
const url = `file://${file}`;
const shot = (page, name) => page.screenshot({ path: `${pictures}/battle-${name}.png` });
const text = (page, id) => page.textContent(`[data-id="${id}"]`);
const toast = (page) => page.textContent('#toast');

/** What the mode holds, read by a function of it. */
const read = (page, look) =>
  page.evaluate(
    (source) => new Function('m', `return ${source}`)(globalThis.overlandExplorer.current),
    look,
  );

const until = (page, look) =>
  page.waitForFunction(
    (source) => new Function('m', `return ${source}`)(globalThis.overlandExplorer.current),
    look,
  );

/** Waits until a scene with so many units has begun. */
const begun = (page, scene, count) =>
  until(page, `m.scene === '${scene}' && m.seen && !m.stale && !m.wanted && m.count === ${count}`);

async function choose(page, scene, count) {
  await page.selectOption('#panel select', scene);
  await begun(page, scene, count);
}

/** Runs up to a tick, in one call. */
async function runTo(page, tick) {
  await page.evaluate((to) => {
    const { runner, tick: now } = globalThis.overlandExplorer.current;
    return runner.advance(to - now);
  }, tick);
  await until(page, `m.tick === ${tick} && !m.runner.busy`);
}

/** Runs by the button until a tick or later, and pauses. */
async function runPast(page, tick) {
  await page.click('#transport [data-id="run"]');
  await until(page, `m.tick >= ${tick}`);
  await page.click('#transport [data-id="run"]');
  await until(page, '!m.runner.running && !m.runner.busy');
}

/** Single ticks. */
async function steps(page, count) {
  for (let i = 0; i < count; i++) {
    const before = await read(page, 'm.tick');
    await page.click('#transport [data-id="step"]');
    await until(page, `m.tick === ${before + 1} && !m.runner.busy`);
  }
}

async function drag(page, from, to, button = 'left') {
  await page.mouse.move(...(await placeOf(page, from)));
  await page.mouse.down({ button });
  await page.mouse.move(...(await placeOf(page, to)), { steps: 6 });
  await page.mouse.up({ button });
}

const fold = (page, id) => page.click(`[data-fold="${id}"] summary`);

async function saved(page, click) {
  const download = page.waitForEvent('download');
  await click();
  return readFileSync(await (await download).path());
}

// ---- Two hundred units, a narrow pass ----

const page = await openPage(browser, `${url}#map=continents&size=320x200&seed=147`);
await settle(page);
await page.click('#modes button:text-is("Battle")');
await begun(page, 'armies', 200);
checks.check('two armies stand on the present map', (await read(page, 'm.map.width')) === 320);
await choose(page, 'pass', 200);
checks.equal('all are selected', await read(page, 'm.selected.size'), 200);
await page.mouse.click(...(await placeOf(page, [80, 28])));
checks.check(
  'the order waits in the queue',
  await read(page, "m.runner.waits[0].units.length === 200 && m.runner.waits[0].place.join() === '80,28'"),
);
await runTo(page, 60);
checks.says(
  'the panel tells who waits for whom',
  await text(page, 'waits'),
  /^\d+ units wait for others\. Unit \d+ waits for \d+, which waits for .* which .+\.$/,
);
checks.check(
  'as many wait as the bar says',
  Number(await page.textContent('#transport [data-id="waiting"]')) > 0,
);
await shot(page, 'pass');

// ---- Selecting and ordering ----

const first = await read(page, '[...m.seen.units.slice(0, 2)]');
await page.mouse.click(...(await placeOf(page, first)));
await until(page, 'm.selected.size === 1');
const clicked = await read(page, 'm.clicked');
checks.says(
  'a click selects a unit, and all is told of it',
  await text(page, 'unit'),
  /State.*Cell.*Goal.*Delay/,
);
checks.check(
  'its chain is told',
  (await text(page, 'waits')).includes(`Unit ${clicked} `),
  await text(page, 'waits'),
);
await page.keyboard.press('x');
await steps(page, 1);
await until(page, `m.seen.units[${clicked} * 20 + 8] === 0`);
checks.check('X stops it', true);
await drag(page, [0, 0], [95, 55]);
checks.equal('a box selects all', await read(page, 'm.selected.size'), 200);
await page.keyboard.press('Escape');
checks.equal('Escape none', await read(page, 'm.selected.size'), 0);
await page.mouse.click(...(await placeOf(page, [90, 5])));
checks.says('an order to nobody says so', await toast(page), /No unit is selected/);
await page.keyboard.press('a');
checks.equal('A selects all', await read(page, 'm.selected.size'), 200);

// ---- Rocks ----

const terrain = (cell) => `m.map.terrain[${cell[1]} * m.map.width + ${cell[0]}]`;
await page.keyboard.press('b');
await drag(page, [10, 4], [14, 4]);
await steps(page, 1);
checks.equal('rocks are dropped', await read(page, terrain([12, 4])), 0);
await drag(page, [12, 4], [14, 4], 'right');
await steps(page, 1);
checks.equal('the right button removes them', await read(page, terrain([12, 4])), 8);
checks.equal('and no others', await read(page, terrain([10, 4])), 0);
checks.equal(
  'the map of the page keeps none',
  await page.evaluate(() => globalThis.overlandExplorer.session.terrainAt([10, 4])),
  8,
);
const under = await read(page, '[...m.seen.units.slice(40, 42)]');
await page.mouse.click(...(await placeOf(page, under)));
await steps(page, 1);
checks.equal('no rock falls on a unit', await read(page, terrain(under)), 8);
await page.keyboard.press('v');

// ---- Layers ----

for (const name of [
  'States',
  'Claims',
  'Routes',
  'Flows',
  'Queue',
  'Way around the others',
]) {
  const box = page.locator(`#panel label:has-text("${name}") input`).first();
  await box.setChecked(true);
}
await page.keyboard.press('a');
await page.mouse.click(...(await placeOf(page, [90, 45])));
await steps(page, 3);
checks.check('claims come', (await read(page, 'm.seen.claims.length')) > 0);
checks.check('paths come', (await read(page, 'm.seen.ahead.length')) > 0);
checks.check('flows come', (await read(page, 'm.seen.flows.length')) > 0);
checks.says('states are counted', await text(page, 'states'), /\d+walking/);
await page.click('#panel .states [data-state="walking"]');
checks.equal(
  'a state that is clicked marks its units',
  await read(page, 'm.selected.size'),
  Number(await page.textContent('#panel .states [data-state="walking"] b')),
);
checks.check(
  'arrows tell how often units went from one state to another',
  (await page.$$eval('#panel .states text', (all) => all.length)) > 3,
);
await page.keyboard.press('a');
await shot(page, 'layers');

// ---- Budget, loop, input queue ----

await fold(page, 'budget');
await page.$eval('#panel input[aria-label="Expansions a tick"]', (slider) => {
  slider.value = 0;
  slider.dispatchEvent(new Event('input'));
});
await steps(page, 1);
checks.equal('the budget is set', await read(page, 'm.record.inputs.at(-1).value'), 1000);
await until(
  page,
  "/Last tick: [\\d.]+ ms/.test(document.querySelector('[data-id=graph]').textContent)",
);
checks.check('the graph tells the last tick', true);
await fold(page, 'loop');
for (const kind of ['Variable', 'Mixed', 'On demand']) {
  await page.click(`#panel [aria-label="Loop"] button:text-is("${kind}")`);
  if (kind !== 'On demand') await runPast(page, (await read(page, 'm.tick')) + 5);
}
checks.equal('on demand', await read(page, 'm.loop.kind'), 'demand');
await page.click('#transport [data-id="run"]');
const resting = await read(page, 'm.tick');
await page.mouse.click(...(await placeOf(page, [85, 10])));
await until(page, `m.tick === ${resting + 1}`);
checks.equal('an input brings a tick on demand', await read(page, 'm.record.inputs.at(-1).tick'), resting + 1);
await page.click('#transport [data-id="run"]');
await page.click('#panel [aria-label="Loop"] button:text-is("Fixed")');

// ---- Record and replay ----

await fold(page, 'record');
const record = (await saved(page, () => page.click('[data-id="save"]'))).toString();
const { ticks, last } = JSON.parse(record);
checks.equal('a record is saved', ticks, await read(page, 'm.tick'));
await page.selectOption('#transport select', { label: '120 ticks a second' });
await page.click('[data-id="replay"]');
await until(page, `m.record.file && m.tick === ${ticks} && !m.runner.running`);
await until(
  page,
  `document.querySelector('[data-id=record]').textContent.includes('the same battle, hash ${last}')`,
);
checks.check('replayed, it is the same battle', true);
const moved = JSON.parse(record);
const rock = moved.inputs.find(({ kind }) => kind === 'rock');
const { tick: dropped } = rock;
rock.cells[0] = [10, 5];
await drop(page, 'spoiled.json', JSON.stringify(moved));
await until(page, `m.record.file && m.tick === 0 && !m.stale`);
await page.click('#transport [data-id="run"]');
await until(page, 'm.record.parted !== null');
checks.equal(
  'a replay with another rock diverges there',
  await read(page, 'm.record.parted'),
  dropped,
);
await until(
  page,
  "/DIVERGED at tick/.test(document.querySelector('[data-id=record]').textContent)",
);
checks.check(
  'on the page as well',
  new RegExp(`DIVERGED at tick ${dropped}`).test(await toast(page)),
  await toast(page),
);
const elsewhere = { width: 9, height: 9, hash: '12345678', source: { kind: 'file', name: 'my.map' } };
await drop(page, 'other.json', JSON.stringify({ ...JSON.parse(record), map: elsewhere }));
const refusal = await messageOf(page);
const why = /another map, 9 × 9 cells of "my\.map": open that map first/;
checks.check('a battle on another map is refused', why.test(refusal), refusal);
checks.equal('nothing is on the console', page.complaints, []);
await page.close();

// ---- The other scenes ----

const fight = await openPage(
  browser,
  `${url}#mode=battle&map=rooms&size=64x48&seed=4&scene=armies&units=120&battle=7`,
);
await begun(fight, 'armies', 120);
checks.equal('nothing is on its console', fight.complaints, []);

await choose(fight, 'unexplored', 12);
await runTo(fight, 40);
checks.check(
  'unexplored: some land is seen',
  await read(fight, 'm.seen.seen.includes(1) && m.seen.seen.includes(0)'),
);
await choose(fight, 'danger', 40);
await fight.mouse.click(...(await placeOf(fight, [20, 10])));
await steps(fight, 1);
checks.equal('danger: a tower is put down', await read(fight, 'm.seen.towers.length'), 2);
await fight.mouse.click(...(await placeOf(fight, [20, 10])), { button: 'right' });
await steps(fight, 1);
checks.equal('and removed', await read(fight, 'm.seen.towers.length'), 1);
await choose(fight, 'whatif', 40);
await drag(fight, [20, 16], [22, 20]);
await until(fight, 'm.whatIf');
checks.says('what if: 30 units would be cut off', await text(fight, 'whatif'), /cut off 30 units/);
await fight.click('[data-id="build"]');
await steps(fight, 1);
checks.equal('it is built', await read(fight, terrain([21, 18])), 0);
await choose(fight, 'obstacles', 60);
await steps(fight, 1);
await until(fight, 'm.paths && m.paths.around');
checks.says(
  'obstacles: both ways are told',
  await text(fight, 'unit'),
  /Way to its goal[\d.]+ cellsAround the others[\d.]+ cells/,
);
await choose(fight, 'lockstep', 120);
await runTo(fight, 30);
await until(
  fight,
  "/The same hash in each of \\d+ ticks/.test(document.querySelector('[data-id=twin]').textContent)",
);
checks.check('lockstep: the same hash in each tick', (await read(fight, 'm.twin.same')) >= 30);
await fight.click('[data-id="spoil"]');
const spoilt = await read(fight, 'm.tick');
await steps(fight, 1);
checks.equal('spoilt, they part in the next tick', await read(fight, 'm.twin.parted'), spoilt + 1);
await shot(fight, 'lockstep');
checks.check(
  'the address holds the scene',
  /scene=lockstep/.test(await fight.evaluate(() => location.hash)) ||
    (await fight.waitForFunction(() => /scene=lockstep/.test(location.hash))) !== null,
);

// ---- Two scenes, one soon after the other ----

await fight.evaluate(() => {
  const { current } = globalThis.overlandExplorer;
  current.choose('danger');
  current.choose('unexplored');
});
await begun(fight, 'unexplored', 12);
await until(fight, 'm.map.width === 80 && m.loading === 0');
checks.check('the later of two scenes is shown, on its map', true);

// ---- Keys alone ----

await choose(fight, 'pass', 200);
await fight.evaluate(() => document.activeElement.blur());
for (const key of ['Shift+ArrowRight', 'Shift+ArrowRight', 'g', 'k'])
  await fight.keyboard.press(key);
await fight.keyboard.press('ArrowRight');
await until(fight, 'm.tick === 1');
checks.equal(
  'keys send to the cell cursor',
  await read(fight, 'm.record.inputs[0].place'),
  [50, 28],
);
await fight.keyboard.press('Enter');
await until(fight, 'm.tick > 3');
await fight.keyboard.press('Enter');
await fight.keyboard.press('Home');
await until(fight, 'm.tick === 0 && !m.runner.busy');
checks.check('Home begins anew', true);
await fight.keyboard.press('c');
checks.check(
  'C shows units',
  /ovl_units_tick\(units, world, 20000, NULL\);/.test(await fight.textContent('dialog pre')),
);
await fight.keyboard.press('Escape');
await fight.keyboard.press('?');
checks.check(
  'help opens',
  (await fight.isVisible('dialog >> text=who waits')) ||
    (await fight.isVisible('dialog >> text=from a unit that waits')),
);
await fight.keyboard.press('Escape');
await fight.click('#modes button:text-is("Play")');
await settle(fight);
checks.check(
  'Play has the map back',
  await fight.evaluate(
    () => globalThis.overlandExplorer.ground.map === globalThis.overlandExplorer.session.map,
  ),
);
checks.equal('nothing is on the console at last', fight.complaints, []);
await fight.close();

// ---- A phone ----

const phone = await openPage(browser, `${url}#mode=battle&scene=pass`, PHONE);
await begun(phone, 'pass', 200);
await phone.touchscreen.tap(...(await placeOf(phone, [85, 28])));
await until(phone, 'm.runner.waits.length === 1');
await phone.tap('#transport [data-id="run"]');
await until(phone, 'm.tick > 10');
await phone.tap('#transport [data-id="run"]');
await until(phone, '!m.runner.running && !m.runner.busy');
await phone.tap('#tools [data-tool="rock"]');
await phone.touchscreen.tap(...(await placeOf(phone, [70, 10])));
await phone.tap('#transport [data-id="step"]');
await until(phone, `${terrain([70, 10])} === 0`);
await phone.tap('#tools [data-tool="open"]');
await phone.touchscreen.tap(...(await placeOf(phone, [70, 10])));
await phone.tap('#transport [data-id="step"]');
await until(phone, `${terrain([70, 10])} === 8`);
checks.check('by touch: orders, rocks, and rocks removed', true);
await shot(phone, 'phone');
checks.equal('nothing is on its console', phone.complaints, []);
await browser.close();
checks.finish();
