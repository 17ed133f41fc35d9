import { describe, expect, test } from 'vitest';
import { toPairCommand } from './pair-command';

describe('toPairCommand', () => {
  test.each([
    ['http://127.0.0.1:8788/pairing?pair_id=p', 'npm run device -- pair --code ABCD-2345'],
    ['http://127.0.0.1:7601/pairing?pair_id=p#k=x', 'npm run device -- pair --code ABCD-2345 --api http://127.0.0.1:7601'],
  ])('includes the API address only if it is not the default: %s', (link, expected) => {
    expect(toPairCommand('ABCD2345', link)).toBe(expected);
  });
});
