import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { CHROMIUM_ARGS, requireChromium, WEBGL_ARGS } from './chromium.ts';
import { startOwnProduct } from './own-product.ts';
import { ROOT } from './paths.ts';
import { run } from './progress.ts';
import { createCamera, LOOKS, type Picture, QUICK_LOOKS } from './shots/camera.ts';
import { tellStory } from './shots/story.ts';

const FOLDER = join(ROOT, 'shots');

// `npm run shots`: takes screenshots of the pages in their states, for visual review. `-- manage pair`: only states that begin with these
// words. `--quick`: one phone and one desktop look. `--width 375`: only this width. `--forced-colors`: emulates the system’s forced colors.
await run(async () => {
  const options = {
    quick: { type: 'boolean', default: false },
    width: { type: 'string', multiple: true },
    'forced-colors': { type: 'boolean', default: false },
  } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const product = await startOwnProduct();
  const browser = await chromium.launch({ executablePath: requireChromium(), args: [...CHROMIUM_ARGS, ...WEBGL_ARGS] });
  const widths = values.width?.map(Number) ?? [];
  const looks = (values.quick ? QUICK_LOOKS : LOOKS).filter(({ width }) => widths.length === 0 || widths.includes(width));
  const camera = createCamera(browser, {
    baseURL: product.webUrl,
    folder: FOLDER,
    looks,
    wanted: positionals,
    hasForcedColors: values['forced-colors'],
  });
  try {
    await tellStory(browser, product, camera);
  } finally {
    writeFileSync(join(FOLDER, 'index.html'), toIndex(camera.pictures));
    await browser.close();
    await product.close();
  }
  for (const trouble of camera.troubles) console.log(trouble);
  console.log(`${camera.pictures.length} screenshots: open ${join(FOLDER, 'index.html')}`);
});

/** Returns an HTML page with one row per state. Each screenshot links to its full size. */
function toIndex(pictures: ReadonlyArray<Picture>): string {
  const states = [...new Set(pictures.map(({ state }) => state))];
  const rows = states.map((state) => {
    const figures = pictures
      .filter((picture) => picture.state === state)
      .map(({ file, look: { width, colorScheme, locale } }) => {
        return `<figure><a href="${file}"><img src="${file}" loading="lazy" alt=""></a><figcaption>${width} ${colorScheme} ${locale}</figcaption></figure>`;
      });
    return `<section id="${state}"><h2>${state}</h2><div>${figures.join('')}</div></section>`;
  });
  const links = states.map((state) => `<a href="#${state}">${state}</a>`);
  const style =
    'body{font:14px sans-serif;margin:16px}nav{display:flex;flex-wrap:wrap;gap:8px}section div{display:flex;gap:12px;overflow-x:auto}img{height:340px;border:1px solid #999}figure{margin:0}';
  return `<!doctype html><meta charset="utf-8"><title>Porchlight, every page</title><style>${style}</style><nav>${links.join('')}</nav>${rows.join('')}`;
}
