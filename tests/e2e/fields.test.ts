import { expect, type Page, test } from './browser.ts';

// Tests the fields of the showcase: keyboard use, and behavior that needs a browser with layout.

const openForms = (page: Page) => page.goto('/demo/forms');

test.describe('fields', () => {
  test('every type of field can be changed by keyboard', async ({ page }) => {
    await openForms(page);
    const radio = (name: string, value: string) => page.locator(`[name=${name}][value="${value}"]`);
    for (const [name, from, to] of [
      ['kind', 'android', 'iOS'],
      ['rule', 'schedule', 'never'],
      ['slot', '0', '1'],
      ['avatar_idx', '0', '1'],
    ] as const) {
      await radio(name, from).focus();
      await page.keyboard.press('ArrowRight');
      await expect(radio(name, to)).toBeChecked();
    }
    for (const name of ['screen_time', 'mail_me']) {
      await page.locator(`[name=${name}]`).focus();
      await page.keyboard.press('Space');
      await expect(page.locator(`[name=${name}]`)).not.toBeChecked();
    }
    const saturday = page.locator('[name=school_days][value="6"]');
    await saturday.focus();
    await page.keyboard.press('Space');
    await expect(saturday).toBeChecked();
    await page.getByRole('slider', { name: 'Monday' }).first().focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('[name="allowance[1]"]')).toHaveValue('105');
    await page.locator('[name="duration"]').first().focus();
    await page.keyboard.press('ArrowDown');
    await expect(page.locator('[name="duration"]').first()).toHaveValue('120');
  });

  test('shows a focus ring on every field, even if its native control is hidden', async ({ page }) => {
    await openForms(page);
    for (const name of ['name', 'note', 'list', 'kind', 'rule', 'screen_time', 'mail_me', 'school_days', 'slot', 'avatar_idx', 'photo']) {
      const field = page.locator(`[name=${name}]`).first();
      await page.keyboard.press('Tab');
      await field.focus();
      const ring = await field.evaluate((element) => {
        // A transparent element shows no ring itself, so its parent is checked too.
        const shown = [element, element.parentElement].flatMap((part) => (part === null ? [] : [getComputedStyle(part)]));
        return shown.some(
          ({ opacity, outlineStyle, outlineWidth }) => opacity !== '0' && outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
        );
      });
      expect(ring, name).toBe(true);
    }
  });

  test('a switch is 52 by 32 px and takes 300 ms (NAV-056)', async ({ page }) => {
    await openForms(page);
    const look = await page.locator('[name=screen_time]').evaluate((element) => {
      const { width, height } = element.getBoundingClientRect();
      return [width, height, getComputedStyle(element).transitionDuration.split(', ')[0]];
    });
    expect(look).toEqual([52, 32, '0.3s']);
  });

  test('touch targets are at least 44 px, and nothing overflows its card at 320 px in German', async ({ browser }) => {
    const page = await browser.newPage({ locale: 'de', viewport: { width: 320, height: 640 } });
    for (const name of ['forms', 'devices', 'colors', 'sizing', 'typography']) {
      await page.goto(`/demo/${name}`);
      const faults = await page.locator('.demo section.card').evaluateAll((cards) => {
        const found: Array<string> = [];
        for (const card of cards) {
          const edge = card.getBoundingClientRect();
          for (const part of card.querySelectorAll('*:not(svg *, option)')) {
            const { left, right } = part.getBoundingClientRect();
            if (left < edge.left - 1 || right > edge.right + 1) found.push(`${part.tagName} ${part.className} leaves its card`);
          }
          for (const input of card.querySelectorAll<HTMLInputElement>('input, select, textarea, button')) {
            // The label of a radio button or checkbox is part of its touch target.
            const isBox = input.type === 'radio' || input.type === 'checkbox';
            const { width, height } = ((isBox ? input.labels?.[0] : null) ?? input).getBoundingClientRect();
            if (Math.min(width, height) < 44) found.push(`${input.name} ${width} × ${height}`);
          }
        }
        return found;
      });
      expect(faults, name).toEqual([]);
    }
    await page.close();
  });
});
