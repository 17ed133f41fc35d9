import { expect, test } from './browser.ts';
import { landingJourneys } from './landing-journeys.ts';
import { logIn } from './parent-page.ts';

landingJourneys();

test.describe('landing page without JavaScript', () => {
  test('shows the message of a refused login first on the smallest phone', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 480 });
    await page.goto('/?view=login');
    await logIn(page, { email: 'nobody@example.com', password: 'wrong but long' });
    await expect(page.getByRole('alert').first()).toBeInViewport({ ratio: 0.9 });
  });
});
