// The mode Learn in Chromium, by pointer, keys and touch: each of its steps is opened, dragged, painted:
// node browser_learn.js PLAYWRIGHT CHROMIUM PAGE PICTURES

import { launch, openPage, PHONE } from './browser_page.js';
import { Checks } from './load.js';

const LEAST_NUMBER_SCALE = 44; // pixels a cell, as in step_ink.js

const [playwright, chromium, file, pictures] = process.argv.slice(2);
const checks = new Checks();
const browser = await launch(playwright, chromium);
const url = `file://${file}`;

/** Waits until the picture shows the answer to all that was asked. */
const rest = (page) =>
  page.waitForFunction(() => {
    const view = globalThis.overlandExplorer?.current?.view;
    return view?.data && !view.asker.asking;
  });

const learn = (page, what) =>
  page.evaluate((name) => globalThis.overlandExplorer.current.view[name], what);
const answer = (page) => page.textContent('#learn .answer');
const title = (page) => page.textContent('#learn h2');

/** The place of a cell of the picture on the page. */
const placeInPicture = (page, cell) =>
  page.evaluate((at) => {
    const { camera, canvas } = globalThis.overlandExplorer.current.view;
    const box = canvas.getBoundingClientRect();
    const [x, y] = camera.middle(...at);
    return [box.left + x, box.top + y];
  }, cell);

async function dragCells(page, from, to, button = 'left') {
  await page.mouse.move(...(await placeInPicture(page, from)));
  await page.mouse.down({ button });
  await page.mouse.move(...(await placeInPicture(page, to)), { steps: 6 });
  await page.mouse.up({ button });
  await rest(page);
}

/** An open cell far from both ends, by its distance to the nearest of them. */
const farCell = (page) =>
  page.evaluate(() => {
    const { map, start, goal } = globalThis.overlandExplorer.current.view;
    let best = null;
    map.terrain.forEach((terrain, cell) => {
      const [x, y] = [cell % map.width, Math.floor(cell / map.width)];
      const far = Math.min(...[start, goal].map(([ex, ey]) => Math.hypot(ex - x, ey - y)));
      if (terrain === 8 && (best === null || far > best.far)) best = { cell: [x, y], far };
    });
    return best.cell;
  });

const page = await openPage(browser, `${url}#mode=learn`);
await rest(page);
const count = await page.$$eval('#learn .dots button', (all) => all.length);
checks.equal('there are seventeen steps', count, 17);

// ---- Each step is opened, dragged and painted ----

for (let number = 1; number <= count; number++) {
  if (number > 1) await page.click('#learn .foot button:text-is("Next →")');
  await rest(page);
  const name = await title(page);
  checks.check(`${name}: it is step ${number}`, name.startsWith(`${number}. `), name);
  checks.says(`${name}: it shows an answer`, await answer(page), /\d/);
  await page.screenshot({ path: `${pictures}/learn-${number}.png` });
  const goal = await learn(page, 'goal');
  const to = await farCell(page);
  await dragCells(page, goal, to);
  checks.equal(`${name}: the goal is dragged`, await learn(page, 'goal'), to);
  await page.click('#learn .foot button:text-is("Again")');
  await rest(page);
  checks.equal(`${name}: again, it is where it was`, await learn(page, 'goal'), goal);
  const cell = await farCell(page);
  await page.mouse.click(...(await placeInPicture(page, cell)));
  await rest(page);
  const painted = await page.evaluate(
    (at) => globalThis.overlandExplorer.current.view.terrainAt(at),
    cell,
  );
  checks.check(`${name}: a click paints`, painted !== 8, `${painted}`);
  await page.mouse.click(...(await placeInPicture(page, cell)), { button: 'right' });
  await rest(page);
  checks.equal(
    `${name}: the right button clears`,
    await page.evaluate((at) => globalThis.overlandExplorer.current.view.terrainAt(at), cell),
    8,
  );
  for (const slider of await page.$$('#learn .controls input[type=range]')) {
    const before = JSON.stringify(await answer(page));
    await slider.evaluate((line) => {
      line.value = line.value === line.min ? line.max : line.min;
      line.dispatchEvent(new Event('input'));
    });
    await rest(page);
    checks.check(`${name}: the slider changes the answer`, JSON.stringify(await answer(page)) !== before);
  }
  for (const choice of await page.$$('#learn .controls [role=radio]')) {
    await choice.click();
    await rest(page);
    const chosen = await choice.getAttribute('aria-checked');
    checks.equal(`${name}: "${await choice.textContent()}" is chosen`, chosen, 'true');
  }
}
await page.click('#learn .foot .primary');
checks.check('the end leads on to the scenes', await page.isVisible('dialog .scene'));
await page.keyboard.press('Escape');

// ---- Controls stay in sight, and what is said scrolls ----

for (const size of [{ width: 1366, height: 768 }, { ...PHONE, height: 844 }]) {
  const sized = await openPage(browser, `${url}#mode=learn`, size);
  const hidden = [];
  for (let number = 1; number <= count; number++) {
    await rest(sized);
    const cut = await sized.evaluate(() => {
      const { bottom } = document.querySelector('#learn article').getBoundingClientRect();
      const shown = document.querySelectorAll('#learn :is(.controls .row, .lead, .foot button)');
      return [...shown].filter((each) => each.getBoundingClientRect().bottom > bottom - 4).map((each) => each.textContent);
    });
    const scale = await sized.evaluate(() => globalThis.overlandExplorer.current.view.camera.scale);
    if (cut.length > 0) hidden.push(`${number}: ${cut}`);
    if (number === 3) checks.check('cells of the step about A* have room for numbers', scale >= LEAST_NUMBER_SCALE, scale);
    if (number < count) await sized.click('#learn .foot .primary');
  }
  checks.equal(`no control is cut, ${size.width} pixels wide`, hidden, []);
  await sized.context().close();
}

// ---- What the steps say ----

const open = async (number) => {
  await page.click(`#learn .dots button:nth-child(${number})`);
  await rest(page);
};
await open(8);
const { width, height } = await learn(page, 'map');
const goal = await learn(page, 'goal');
for (let x = goal[0] - 4; x <= goal[0] - 3; x++) {
  const { terrain } = await learn(page, 'map');
  const isRock = (y) => y < 0 || y >= height || terrain[y * width + x] === 0;
  for (let y = 0, from = 0; y < height; y++) {
    if (!isRock(y) && isRock(y - 1)) from = y;
    if (!isRock(y) && isRock(y + 1)) await dragCells(page, [x, from], [x, y]);
  }
}
checks.says('a goal that is walled in is on another island', await answer(page), /no way/);
await open(9);
const attached = (name) =>
  page.evaluate((end) => {
    const { data, [end]: cell } = globalThis.overlandExplorer.current.view;
    return data.attached.filter(({ parent }) => parent[0] === cell[0] && parent[1] === cell[1]).length;
  }, name);
for (const column of [6, 18, 30, 42]) {
  await dragCells(page, await learn(page, 'start'), [column, 19]);
  const counts = [await attached('start'), await attached('goal')];
  checks.check(`both ends are attached, the start in column ${column}`, counts.every((n) => n > 1), counts);
}
await open(11);
const left = async () => Number(/([\d.]+) left/.exec(await answer(page))[1]);
const before = await left();
const way = await page.evaluate(() => globalThis.overlandExplorer.current.view.data.way);
await dragCells(page, way[0], way[40]);
checks.check('a unit that walks has less left', (await left()) < before - 30, `${before}, ${await left()}`);
await open(13);
checks.says('labels need no search', await answer(page), /0 waypoints expanded/);
const stroke = await farCell(page);
await page.mouse.click(...(await placeInPicture(page, stroke)));
await page.waitForFunction(() => globalThis.overlandExplorer.current.view.data.isStale);
checks.says('after an edit they are not used', await answer(page), /not used until/);
await page.waitForFunction(() => !globalThis.overlandExplorer.current.view.data.isStale);
await rest(page);
checks.says('until they are made anew', await answer(page), /0 waypoints expanded/);

// ---- Keys, address, other modes ----

await page.keyboard.press('ArrowLeft');
await page.focus('#learn .dots button:nth-child(2)');
await page.keyboard.press('ArrowRight');
await rest(page);
checks.check('arrows go through the steps', (await title(page)).startsWith('3. '), await title(page));
await page.waitForFunction(() => /lesson=astar/.test(location.hash));
checks.check('the step stands in the address', true);
await page.click('button[title="Dark or light"]');
await rest(page);
await page.screenshot({ path: `${pictures}/learn-dark.png` });
await page.click('#modes button:text-is("Play")');
checks.equal('Play has its map', await page.isVisible('#learn'), false);
await page.click('#modes button:text-is("Learn")');
await rest(page);
checks.check('the step is kept', (await title(page)).startsWith('3. '), await title(page));
checks.equal('nothing is on the console', page.complaints, []);
checks.check('all of a picture has room', width > 0);

const linked = await openPage(browser, `${url}#mode=learn&lesson=labels`);
await rest(linked);
checks.check('an address opens its step', (await title(linked)).startsWith('13. '), await title(linked));

// ---- Their ends lead on, and Back leads here ----

const WRITTEN_MS = 400; // until the page has written its address
for (let number = 1; number <= count; number++) {
  await linked.click(`#learn .dots button:nth-child(${number})`);
  await rest(linked);
  await linked.waitForTimeout(WRITTEN_MS);
  const mode = (await linked.textContent('#learn .lead')).split(' ').at(-2).toLowerCase();
  await linked.click('#learn .lead');
  await linked.waitForFunction((id) => globalThis.overlandExplorer.mode === id, mode);
  await linked.waitForFunction(() => globalThis.overlandExplorer.session.answer && !globalThis.overlandExplorer.following);
  if (mode === 'world') await linked.waitForFunction(() => globalThis.overlandExplorer.current.world);
  checks.equal(`step ${number} leads to ${mode}, without a word`, await linked.textContent('#toast'), '');
  await linked.screenshot({ path: `${pictures}/learn-lead-${number}.png` });
  await linked.waitForTimeout(WRITTEN_MS);
  await linked.goBack();
  await linked.waitForFunction(() => globalThis.overlandExplorer.mode === 'learn');
  await rest(linked);
  checks.check(`Back leads to step ${number}`, (await title(linked)).startsWith(`${number}. `), await title(linked));
}
checks.equal('nothing is on the console of these', linked.complaints, []);

// ---- A phone ----

const phone = await openPage(browser, `${url}#mode=learn`, PHONE);
await rest(phone);
const there = await farCell(phone);
await phone.touchscreen.tap(...(await placeInPicture(phone, there)));
await rest(phone);
checks.check(
  'a tap paints',
  (await phone.evaluate((at) => globalThis.overlandExplorer.current.view.terrainAt(at), there)) !== 8,
);
await phone.tap('#learn .foot .primary');
await rest(phone);
checks.check('the next step', (await title(phone)).startsWith('2. '), await title(phone));
const fits = await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
checks.check('it fits', fits);
await phone.screenshot({ path: `${pictures}/learn-phone.png` });
checks.equal('nothing is on its console', phone.complaints, []);
await browser.close();
checks.finish();
