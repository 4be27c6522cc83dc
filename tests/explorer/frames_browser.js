// Times of frames on a map of 1024 x 1024 cells in Chromium: node frames_browser.js PLAYWRIGHT CHROMIUM PAGE
// Prints a line for each of panning, zooming and painting: milliseconds between frames, and those that the
// page takes to draw one; and for comparison, the same picture as one quad drawn by WebGL2.

import { launch, openPage, placeOf, settle } from './browser_page.js';

const FRAMES = 120;
const [playwright, chromium, file] = process.argv.slice(2);
const browser = await launch(playwright, chromium);
const page = await openPage(browser, `file://${file}#map=valley&size=1024x1024&seed=2&pin=1`);
await settle(page);

/** Watches frames while `act`, a function in the page, is called before each; the times of all. */
const watchIn = (seen, act) =>
  seen.evaluate(
    async ([text, count]) => {
      const app = globalThis.overlandExplorer;
      const each = new Function('app', 'i', text);
      const drawn = [];
      const draw = app.drawFrame;
      app.drawFrame = function drawTimed() {
        const began = performance.now();
        draw.call(this);
        drawn.push(performance.now() - began);
      };
      const stamps = [];
      for (let i = 0; i <= count; i++) {
        stamps.push(await new Promise((resolve) => requestAnimationFrame(resolve)));
        each(app, i);
      }
      app.drawFrame = draw;
      return { between: stamps.slice(1).map((at, i) => at - stamps[i]), drawn };
    },
    [act, FRAMES],
  );

const watch = (act) => watchIn(page, act);

function show(name, { between, drawn }) {
  const at = (times, share) => [...times].sort((a, b) => a - b)[Math.floor(share * times.length)];
  const mean = between.reduce((sum, each) => sum + each, 0) / between.length;
  const late = between.filter((each) => each > 25).length;
  console.log(
    `${name.padEnd(9)} ${(1000 / mean).toFixed(1)} frames a second; between frames ` +
      `${at(between, 0.5).toFixed(1)} ms, 95 %: ${at(between, 0.95).toFixed(1)}; ${late} of ` +
      `${between.length} late${drawn.length === 0 ? '' : `; drawing ${at(drawn, 0.5).toFixed(1)} ms, 95 %: ${at(drawn, 0.95).toFixed(1)}`}`,
  );
}

await watch('app.redraw();'); // the browser compiles what runs for the first time
show('idle', await watch(''));
show('panning', await watch('app.camera.pan(i % 40 < 20 ? 9 : -9, 5 - (i % 10)); app.redraw();'));
show(
  'zooming',
  await watch('app.camera.zoom(i % 60 < 30 ? 1.08 : 1 / 1.08, 640, 400); app.redraw();'),
);
await page.evaluate(() => globalThis.overlandExplorer.fitView());
await page.keyboard.press('b');
const [x, y] = await placeOf(page, [300, 300]);
await page.mouse.move(x, y);
await page.mouse.down();
const watched = watch('app.redrawInk();');
for (let i = 0; i < FRAMES / 2; i++) {
  await page.mouse.move(x + 4 * i, y + 40 * Math.sin(i / 9));
  await new Promise((resolve) => setTimeout(resolve, 24));
}
show('painting', await watched);
await page.mouse.up();

// ---- A battle of 2,000 units ----

const battle = await openPage(
  browser,
  `file://${file}#mode=battle&map=valley&size=512x320&seed=6&scene=armies&units=2000`,
);
await battle.waitForFunction(() => globalThis.overlandExplorer?.current?.count === 2000);
await battle.evaluate(() => globalThis.overlandExplorer.current.runner.run());
await battle.waitForFunction(() => globalThis.overlandExplorer.current.tick > 20);
show('battle', await watchIn(battle, ''));
const tickMs = await battle.evaluate(() =>
  globalThis.overlandExplorer.current.ticks.map(({ ms }) => ms).sort((a, b) => a - b),
);
console.log(
  `          a tick takes ${tickMs[Math.floor(tickMs.length / 2)].toFixed(1)} ms in the worker`,
);
await battle.close();

// ---- The same picture by WebGL2 ----

const VERTICES = `#version 300 es
uniform float size;
out vec2 place;
void main() {
  place = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  gl_Position = vec4(mix(vec2(-size, size), vec2(size, -size), place), 0.0, 1.0);
}`;
const PIXELS = `#version 300 es
precision mediump float;
uniform sampler2D cells;
in vec2 place;
out vec4 colour;
void main() { colour = texture(cells, place); }`;

/** Makes app.drawQuad(size); returns the name of what draws, null without WebGL2. */
function makeQuad([vertices, pixels]) {
  const app = globalThis.overlandExplorer;
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: app.groundCanvas.width, height: app.groundCanvas.height });
  canvas.style.cssText = 'position: fixed; inset: 0; z-index: 9';
  const gl = canvas.getContext('webgl2', { alpha: false });
  if (!gl) return null;
  const program = gl.createProgram();
  for (const [kind, text] of [
    [gl.VERTEX_SHADER, vertices],
    [gl.FRAGMENT_SHADER, pixels],
  ]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  gl.useProgram(program);
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  const kind = [gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE];
  gl.texImage2D(gl.TEXTURE_2D, 0, ...kind, app.ground.picture);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  const size = gl.getUniformLocation(program, 'size');
  app.drawQuad = (value) => {
    gl.uniform1f(size, value);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
  };
  document.body.append(canvas);
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  return info ? gl.getParameter(info.UNMASKED_RENDERER_WEBGL) : 'WebGL2';
}

const renderer = await page.evaluate(makeQuad, [VERTICES, PIXELS]);
if (renderer) {
  console.log(`By WebGL2, ${renderer}:`);
  show('zooming', await watch('app.drawQuad(1 + 0.01 * (i % 60));'));
}
await browser.close();
