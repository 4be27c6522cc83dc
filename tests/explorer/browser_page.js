// A browser and its pages, for the tests that use the Explorer as a person would.

const MOST_WAIT_MS = 120000; // on a machine that others use as well

/** Starts a browser. */
export async function launch(playwright, chromium) {
  const driver = await import(playwright);
  return driver.chromium.launch({ executablePath: chromium, args: ['--no-sandbox'] });
}

/** The window of a phone, in the dark. */
export const PHONE = { width: 390, height: 760, hasTouch: true, colorScheme: 'dark' };

/** Opens a fresh page; `page.complaints` collects the errors and warnings of its console. */
export async function openPage(browser, address, options = {}) {
  const { width = 1280, height = 800, script, isFirst = false, ...context } = options;
  const held = await browser.newContext({ viewport: { width, height }, ...context });
  const page = await held.newPage();
  page.setDefaultTimeout(MOST_WAIT_MS);
  page.complaints = [];
  page.on('console', (message) => {
    if (message.text().startsWith('Canvas2D: Multiple readback')) return; // of a test's own reading
    if (['error', 'warning'].includes(message.type())) page.complaints.push(message.text());
  });
  page.on('pageerror', (error) => page.complaints.push(error.message));
  if (!isFirst) await page.addInitScript(() => localStorage.setItem('overland-first', 'seen'));
  if (script) await page.addInitScript(script);
  await page.goto(address);
  return page;
}

/** Drops a file of some text on the page, whose last message is cleared. */
export const drop = (page, name, text) =>
  page.evaluate(
    ([fileName, content]) => {
      document.getElementById('toast').textContent = '';
      const data = new DataTransfer();
      data.items.add(new File([content], fileName));
      document.body.dispatchEvent(
        new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }),
      );
    },
    [name, text],
  );

/** A field of the page's session, or of its present mode. */
export const sessionOf = (page, field) =>
  page.evaluate((name) => globalThis.overlandExplorer.session[name], field);
export const currentOf = (page, field) =>
  page.evaluate((name) => globalThis.overlandExplorer.current[name], field);

/** The place of a cell on the page. */
export const placeOf = (page, cell) =>
  page.evaluate((at) => globalThis.overlandExplorer.camera.middle(...at), cell);

/** Waits until the engine has answered all that was asked. */
export async function settle(page) {
  await page.waitForFunction(() => {
    const session = globalThis.overlandExplorer?.session;
    return session?.answer && !session.running && !session.wanted.path;
  });
}

/** Presses a button at a cell, and lets it go at another. */
export async function stroke(page, from, to, button = 'left') {
  await page.mouse.move(...(await placeOf(page, from)));
  await page.mouse.down({ button });
  await page.mouse.move(...(await placeOf(page, to)), { steps: 10 });
  await page.mouse.up({ button });
  await settle(page);
}

/** The cost of the path, in units. */
export const costOf = (page) =>
  page.evaluate(() => globalThis.overlandExplorer.session.answer.costUnits);

export const terrainAt = (page, cell) =>
  page.evaluate((at) => globalThis.overlandExplorer.session.terrainAt(at), cell);

/** Waits until the path has a result: 0 found, 1 there is none. */
export const reaches = (page, result) =>
  page.waitForFunction(
    (wanted) => globalThis.overlandExplorer.session.answer?.result === wanted,
    result,
  );

/** Waits for a message, and returns it. */
export async function messageOf(page) {
  const said = await page.waitForFunction(() => document.getElementById('toast').textContent);
  return said.jsonValue();
}

/** Waits until the page shows another map than it did before `act`. */
export async function untilMap(page, act) {
  const before = await page.evaluateHandle(() => globalThis.overlandExplorer.session.map);
  await act();
  await page.waitForFunction((map) => globalThis.overlandExplorer.session.map !== map, before);
  await settle(page);
}

/** Drops a map whose terrains are asked for, takes them as they are guessed, and waits until it is shown. */
export const dropGuessed = (page, name, text) =>
  untilMap(page, async () => {
    await drop(page, name, text);
    await page.click('dialog .primary');
  });

/** Drops a map of these rows, and waits until it is shown. */
export const dropMap = (page, name, rows) =>
  untilMap(page, () => {
    const head = `type octile\nheight ${rows.length}\nwidth ${rows[0].length}\nmap\n`;
    return drop(page, name, `${head}${rows.join('\n')}\n`);
  });

/** Drops a map of plain ground, and waits until it is shown. */
export const dropFlat = (page, width = 60, height = 40) =>
  dropMap(page, 'flat.map', Array(height).fill('.'.repeat(width)));

/** Saves the world of the page, calls `act` in it, drops the file again, and waits until it is shown. */
export const reopen = (page, act = () => {}) =>
  untilMap(page, async () => {
    await page.evaluate(async () => {
      globalThis.saved = await globalThis.overlandExplorer.client.call('save');
    });
    await act();
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(new File([globalThis.saved], 'saved.world'));
      const event = { dataTransfer: data, bubbles: true, cancelable: true };
      document.body.dispatchEvent(new DragEvent('drop', event));
    });
  });

/** Sets both ends of the path, which the pointer then leaves alone. */
export const setEnds = async (page, start, goal) => {
  await page.evaluate(
    ([a, b]) => {
      const app = globalThis.overlandExplorer;
      app.session.setStart(a);
      app.session.setGoal(b);
      app.pinned = true;
    },
    [start, goal],
  );
  await settle(page);
};

/** Moves the slider of a name. */
export const slide = (page, name, value) =>
  page.evaluate(
    ([label, to]) => {
      const input = document.querySelector(`#panel input[aria-label="${label}"]`);
      input.value = to;
      input.dispatchEvent(new Event('input'));
    },
    [name, value],
  );

/** Waits until no region flashes that was rebuilt. */
export const restOf = (page) =>
  page.waitForFunction(() => globalThis.overlandExplorer.current.flashes.length === 0);

/** Prints milliseconds between frames, and those that the page took to draw one. */
export function printFrames(name, between, drawn) {
  const at = (times, share) =>
    [...times].sort((a, b) => a - b)[Math.floor(share * times.length)].toFixed(1);
  const both = (times) => `${at(times, 0.5)} ms, 95 %: ${at(times, 0.95)}`;
  const mean = between.reduce((sum, each) => sum + each, 0) / between.length;
  const own = drawn.length > 0 ? `; the page drew ${both(drawn)}` : '';
  const rate = (1000 / mean).toFixed(1);
  console.log(`${name.padEnd(12)} ${rate} frames a second; between frames ${both(between)}${own}`);
}
