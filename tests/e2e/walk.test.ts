import { walk } from '#tools/walk.ts';
import { expect, test } from './browser.ts';

test.describe('walkthrough', () => {
  test('signs up, pairs, blocks, goes offline and back online, and shows each receipt on the page', async () => {
    const lines: Array<string> = [];
    const proofs = await walk({ webUrl: process.env.WEB_URL ?? '', apiUrl: process.env.API_URL ?? '', log: (line) => lines.push(line) });
    expect(proofs.map(({ receipts }) => receipts.map(({ kind, applied }) => `${kind} ${applied}`))).toEqual([
      ['reported allowed'],
      ['saved allowed'],
      ['confirmed blocked'],
      ['confirmed allowed'],
      ['saved allowed'],
      ['confirmed blocked'],
    ]);
    expect(lines.join('\n')).toContain('after ');
  });
});
