import { watchWindows } from '#tools/windows.ts';
import { expect, test } from './browser.ts';

test.describe('manage page in two windows', () => {
  test('the device confirms a tap made in one window, and both windows show it without a reload', async () => {
    test.slow();
    const lines: Array<string> = [];
    const given = { webUrl: process.env.WEB_URL ?? '', apiUrl: process.env.API_URL ?? '', folder: test.info().outputPath('windows') };
    const journeys = await watchWindows({ ...given, log: (line) => lines.push(line) });
    expect(journeys.map(({ label }) => label)).toEqual([
      'Block',
      'Allow',
      'Back to the schedule',
      'Pause',
      'Resume',
      'Block while the device is offline',
    ]);
    for (const { tapAt, backAt, steps } of journeys) {
      const at = new Map(steps.map((step) => [step.what, step.at]));
      const timeOf = (what: string): number => at.get(what) ?? Number.NaN;
      const back = backAt === null ? [] : [backAt];
      for (const seen of ['seen in A', 'seen in B']) {
        const order = [tapAt, timeOf('saved'), ...back, timeOf('sent'), timeOf('confirmed'), timeOf(seen)];
        expect(order).toEqual(order.toSorted((one, other) => one - other));
      }
      expect(timeOf('shown as sent in A')).toBeLessThan(timeOf('seen in A'));
    }
  });
});
