import { expect, type Page, test } from './browser.ts';
import { addChildWithDevice, signUp } from './parent-page.ts';
import { open, SHOWCASE } from './tour.ts';

/** Presses Tab through the page. Returns the controls that are skipped, out of order or without a visible focus. */
async function walk(page: Page): Promise<Array<string>> {
  // Marks the tab stops in document order. A radio group has one: the checked button, or else the first.
  const stops = await page.evaluate(() => {
    const usable = [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]')];
    const radios = new Set<string>();
    let count = 0;
    for (const element of usable) {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.matches(':disabled, [tabindex="-1"], [inert] *')) continue;
      if (element instanceof HTMLInputElement && element.type === 'radio') {
        const group = [...document.querySelectorAll<HTMLInputElement>(`input[type=radio][name="${element.name}"]`)];
        const isStop = group.some(({ checked }) => checked) ? element.checked : !radios.has(element.name);
        radios.add(element.name);
        if (!isStop) continue;
      }
      element.setAttribute('data-stop', String(count));
      count += 1;
    }
    return count;
  });
  const faults: Array<string> = [];
  for (let stop = 0; stop < stops; stop += 1) {
    await page.keyboard.press('Tab');
    // In a date field Tab moves from day to month, in a time field from hours to minutes.
    const isInside = (last: number) => document.activeElement?.matches(`:is([type=date], [type=time])[data-stop="${last}"]`);
    for (let part = 0; part < 3 && (await page.evaluate(isInside, stop - 1)); part += 1) await page.keyboard.press('Tab');
    const { at, name, isShown } = await page.evaluate(() => {
      const element = document.activeElement;
      const parts = [element, element?.parentElement ?? null, element?.closest('label') ?? null, element?.firstElementChild ?? null];
      const hasRing = parts.some((part) => {
        if (part === null) return false;
        const { outlineStyle, outlineWidth, opacity } = getComputedStyle(part);
        return opacity !== '0' && outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
      });
      const { top, bottom } = element?.getBoundingClientRect() ?? { top: -1, bottom: -1 };
      return {
        at: element?.getAttribute('data-stop'),
        name: `${element?.tagName} ${element?.getAttribute('name') ?? ''} «${element?.textContent?.trim().slice(0, 30)}»`,
        isShown: hasRing && bottom > 0 && top < innerHeight,
      };
    });
    if (at !== String(stop)) return [...faults, `stop ${stop} is ${at}: ${name}`];
    if (!isShown) faults.push(`not seen: ${name}`);
  }
  return faults;
}

for (const path of ['/?view=signup', '/demo', ...SHOWCASE]) {
  test(`Tab reaches every control of ${path} in order, with a visible focus`, async ({ page }) => {
    await open(page, path);
    expect(await walk(page)).toEqual([]);
  });
}

test.describe('keyboard', () => {
  test('Tab reaches every control of a child’s page in a wide and a narrow window', async ({ page }) => {
    test.slow();
    await signUp(page);
    await addChildWithDevice(page, 'Mia');
    for (const width of [1280, 375]) {
      await page.setViewportSize({ width, height: 800 });
      await open(page, '/manage');
      expect(await walk(page), String(width)).toEqual([]);
    }
  });

  test('a menu opens, moves its focus and closes by keyboard', async ({ page }) => {
    await open(page, '/demo');
    const menu = page.locator('.language summary');
    await menu.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await expect(page.locator('.language button').first()).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect(page.locator('.language button').last()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(menu).toBeFocused();
    await expect(page.locator('.language button').first()).toBeHidden();
  });
});
