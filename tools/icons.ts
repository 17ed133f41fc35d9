import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { CHROMIUM_ARGS, requireChromium } from './chromium.ts';
import { ROOT } from './paths.ts';
import { run, step } from './progress.ts';

const PUBLIC = join(ROOT, 'public');
const FONT = createRequire(import.meta.url).resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2');
const favicon = readFileSync(join(PUBLIC, 'favicon.svg'), 'utf8');

/** SVG elements of the lantern without background, in a 32 × 32 box. */
const lantern = /<g [\s\S]*<\/g>/.exec(favicon)?.[0].replace(/ transform="[^"]*"/, '') ?? '';

/**
 * Draws the lantern on a full square background, for systems that crop icons. `size`: width of the lantern as a share of the image width.
 */
function onGround(size: number): string {
  const scale = size * 1.12;
  const place = `translate(${16 - 16 * scale} ${16.2 - 16 * scale}) scale(${scale})`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="#1B2036"/><circle cx="16" cy="18" r="${13 * size + 3}" fill="#F4A93B" opacity=".12"/><circle cx="16" cy="18" r="${13 * size - 1}" fill="#F4A93B" opacity=".14"/><g transform="${place}">${lantern}</g></svg>`;
}

/** Returns the glow as CSS gradients in flat steps, because a smooth gradient makes the file four times as large. */
function rings(radii: Array<number>): string {
  return radii.map((radius) => `radial-gradient(circle ${radius}px at 118px 110px,#F4A93B14 99.7%,#F4A93B00)`).join(',');
}

/** Returns the HTML of the preview image for shared links: the slogan and a sample evening. */
function socialPreview(): string {
  const font = readFileSync(FONT).toString('base64');
  return `<style>
@font-face{font-family:Figtree;font-weight:300 900;src:url(data:font/woff2;base64,${font})}
*{box-sizing:border-box;margin:0}
body{width:1200px;height:630px;padding:72px 80px;background:#FAF7F2;color:#1B2036;font:420 26px/1.4 Figtree;position:relative;overflow:hidden}
body::before{content:"";position:absolute;inset:0;background:${rings([620, 500, 380, 270, 170])}}
.logo{display:flex;align-items:center;gap:20px;font-size:44px;font-weight:700;letter-spacing:-.02em;position:relative;z-index:1}
.logo svg{width:76px;height:76px}
h1{position:relative;z-index:1;margin-top:72px;width:600px;text-wrap:balance;font-size:76px;line-height:1.08;font-weight:680;letter-spacing:-.025em}
.card{position:absolute;z-index:1;right:64px;top:184px;width:456px;padding:40px;border-radius:28px;background:#fff;box-shadow:0 0 0 1.5px #E6DFD3}
.card p{text-wrap:balance;font-size:40px;line-height:1.15;font-weight:660;letter-spacing:-.015em}
.card em{font-style:normal;color:#AE3326}
.card ul{list-style:none;padding:0;margin-top:28px;border-top:1.5px solid #E6DFD3}
.card li{padding-top:20px;font-size:22px;line-height:1.35;color:#5A6078}
.card b{display:block;color:#1B2036;font-weight:620}
.card i{font-style:normal;color:#136642;font-weight:620}
</style><div class="logo"><svg viewBox="0 0 32 32">${lantern.replaceAll('#EEF0F8', '#1B2036')}</svg>Porchlight</div>
<h1>The light left on until everyone is home.</h1>
<div class="card"><p>Mia is <em>blocked</em> until 07:00.</p><ul><li><b>Phone</b><i>✓ Confirmed</i> after 0.8 s</li><li><b>Tablet</b>Offline, applies when it’s back online</li></ul></div>`;
}

/** Renders HTML as a PNG with a transparent background. */
async function draw(browser: Browser, html: string, width: number, height: number): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${html}`);
  await page.evaluate(() => document.fonts.ready);
  const picture = await page.screenshot({ omitBackground: true });
  await page.close();
  return picture;
}

/** Wraps a 32 × 32 PNG in an .ico file. */
function toIco(png: Buffer): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(32, 6);
  head.writeUInt8(32, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

// node tools/icons.ts: draws the images in public/ from public/favicon.svg. Run it after a change to that file or this script.
await run(async () => {
  const browser = await chromium.launch({ executablePath: requireChromium(), args: CHROMIUM_ARGS });
  const square = (svg: string, size: number) => draw(browser, svg.replace('<svg ', `<svg width="${size}" height="${size}" `), size, size);
  const write = (name: string, bytes: Buffer) => writeFileSync(join(PUBLIC, name), bytes);
  await step('Drawing', async () => {
    write('favicon.ico', toIco(await square(favicon, 32)));
    for (const size of [192, 512]) write(`icon-${size}.png`, await square(favicon, size));
    // Systems may crop a maskable icon to the middle 80 %.
    for (const size of [192, 512]) write(`icon-maskable-${size}.png`, await square(onGround(0.56), size));
    write('apple-touch-icon.png', await square(onGround(0.68), 180));
    write('social-preview.png', await draw(browser, socialPreview(), 1200, 630));
  });
  await browser.close();
});
