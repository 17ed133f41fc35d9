import { expect, test } from 'vitest';
import { handle as connect } from './_app.connect';
import { handle as pair } from './_app.pair.($page)';

test.each([
  ['/connect', connect],
  ['/pair', pair],
])('%s, where a device is added, asks fast from its start for ten minutes (PAIR-034, CONST-030)', (_path, { live }) => {
  expect(live.poll).toEqual({ kind: 'add-child', isFastFromStart: true });
});
