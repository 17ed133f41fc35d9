import { expect, test } from 'vitest';
import { getGranularity, putGranularity } from '~/wire/granularity';
import { takeBack } from './notice-forms.server';

/** As much of the API as knows what one app may. */
function familyOf(directives: Record<string, string>) {
  const answers = new Map<unknown, (body: { patch: { app_directives: Record<string, string> } }) => unknown>([
    [getGranularity, () => [{ app_directives: { ...directives }, updated_ts: 1 }]],
    [putGranularity, ({ patch }) => Object.assign(directives, patch.app_directives)],
  ]);
  const api = { call: async (endpoint: unknown, { body }: { body: never }) => answers.get(endpoint)?.(body) } as never;
  return { directives, undo: () => takeBack(api, 'mia', { bundleId: 'chess', did: 'A', before: 'S' }, 'key') };
}

test('taken back is what was allowed here, once or twice', async () => {
  const { directives, undo } = familyOf({ chess: 'A' });
  expect([await undo(), directives.chess, await undo()]).toEqual([true, 'S', true]);
});

test('what the other parent decided since is not taken away (NOTI-035)', async () => {
  const { directives, undo } = familyOf({ chess: 'N' });
  expect([await undo(), directives.chess]).toEqual([false, 'N']);
});
