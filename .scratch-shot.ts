import { chromium } from '@playwright/test';
import { requireChromium, CHROMIUM_ARGS } from './tools/chromium.ts';
import { readFileSync } from 'node:fs';
// usage: node .scratch-shot.ts name path [width,scheme,js|nojs,full|view,locale]...
const { ids, state } = JSON.parse(readFileSync('/tmp/w4p-family.json', 'utf8'));
const [name, rawPath, ...looks] = process.argv.slice(2);
const path = rawPath.replace(/\{(\w+)\}/g, (_, k) => ids[k]);
const browser = await chromium.launch({ executablePath: requireChromium(), args: CHROMIUM_ARGS });
for (const look of looks.length ? looks : ['375,light,nojs,view', '1280,dark,nojs,view']) {
  const [width, colorScheme, js, full, locale = 'en'] = look.split(',');
  const ctx = await browser.newContext({ baseURL: 'http://localhost:24000', storageState: state, viewport: { width: +width, height: +width < 768 ? 812 : 900 }, colorScheme: colorScheme as any, locale, javaScriptEnabled: js === 'js', reducedMotion: 'reduce' });
  await ctx.clearCookies({ name: 'lng' });
  const page = await ctx.newPage();
  page.on('console', (m) => { if (m.type() === 'error') console.log('console', m.text().slice(0, 300)); });
  page.on('pageerror', (e) => console.log('pageerror', e.message.slice(0, 300)));
  await page.goto(path);
  await page.waitForTimeout(js === 'js' ? 2500 : 600);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth).catch(() => '?');
  await page.screenshot({ path: `/tmp/w4p-${name}-${width}-${colorScheme}-${js}${locale==='en'?'':'-'+locale}.png`, fullPage: full === 'full' });
  console.log(look, 'overflow', over);
  await ctx.close();
}
await browser.close();
