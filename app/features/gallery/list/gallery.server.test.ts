import { expect, test } from 'vitest';
import { webParent } from '#tests/web-parent.ts';
import { listSamples } from './gallery.server';

test('listSamples asks for no keys, which would be most of the answer', async () => {
  const asked: Array<unknown> = [];
  const { api } = webParent(({ request_args }) => {
    asked.push(request_args);
    return [];
  });
  await listSamples(api, 'mia', { names: new Map(), since: null });
  expect(asked).toEqual([{ user_id: 'mia', limit: 10_000, brief: true }]);
});
