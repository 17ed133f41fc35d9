import { expect, test } from 'vitest';
import { ERROR_CODES, Refusal } from '~/wire/errors';
import { getGranularity, putGranularity } from '~/wire/granularity';
import { answerNoticeForm, takeBack } from './notice-forms.server';

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

test.each([
  ['off', { key: 'limits.not_in_plan', params: {}, link: { to: '/subscription', key: 'limits.see_plan' } }],
  ['on', { key: 'error_strings.not_allowed', params: {}, link: null }],
])('a no to what an app may do names the plan where that is why: rules for apps %s', async (granularity, notice) => {
  const call = async () => {
    throw new Refusal(ERROR_CODES.insufficientPrivileges, 403, 'The plan has no granularity');
  };
  const parent = { api: { call }, account: { entitlements: { limits: { granularity } } } } as never;
  for (const intent of ['app-allow', 'undo']) {
    const fields = { intent, form_token: 't', notif_id: 'n', user_id: 'mia', bundle_id: 'chess', did: 'A', before: 'mia=S' };
    const request = new Request('https://web/notifications', { method: 'POST', body: new URLSearchParams(fields) });
    expect(await answerNoticeForm(request, {} as never, parent)).toMatchObject({ data: { intent, notice }, init: { status: 400 } });
  }
});
