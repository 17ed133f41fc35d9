import { describe, expect, test } from 'vitest';
import { toConnectPath } from './family-page.server';

describe('family page', () => {
  test('adds a device to the first child without one, else to the first child', () => {
    const mia = { id: 'mia', deviceIds: ['d'] };
    const ben = { id: 'ben', deviceIds: [] };
    expect([[mia, ben], [mia], []].map(toConnectPath)).toEqual(['/connect?child=ben', '/connect?child=mia', '/connect']);
  });
});
