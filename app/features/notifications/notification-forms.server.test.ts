import { describe, expect, test } from 'vitest';
import { takeToast } from '#app/server/toast.server';
import { ERROR_CODES, Refusal } from '#app/wire/errors';
import { getGranularity, putGranularity } from '#app/wire/granularity';
import { listNotifications } from '#app/wire/notification';
import { requestWithCookies, webContext } from '#tests/web-context.ts';
import { webParent } from '#tests/web-parent.ts';
import { answerNotificationForm, undoNotificationChange } from './notification-forms.server';

/** Simulates the API for the rule of one app. */
function familyOf(directives: Record<string, string>) {
  const answers = new Map<unknown, (body: { patch: { app_directives: Record<string, string> } }) => unknown>([
    [getGranularity, () => [{ app_directives: { ...directives }, updated_ts: 1 }]],
    [putGranularity, ({ patch }) => Object.assign(directives, patch.app_directives)],
  ]);
  const api = { call: async (endpoint: unknown, { body }: { body: never }) => answers.get(endpoint)?.(body) } as never;
  return { directives, undo: () => undoNotificationChange(api, 'mia', { bundleId: 'chess', did: 'A', before: 'S' }, 'key') };
}

describe('notification forms', () => {
  test('undo restores the previous rule, and has no further effect when repeated', async () => {
    const { directives, undo } = familyOf({ chess: 'A' });
    expect([await undo(), directives.chess, await undo()]).toEqual([true, 'S', true]);
  });

  test('undo keeps a rule that the other parent has set since (NOTI-035)', async () => {
    const { directives, undo } = familyOf({ chess: 'N' });
    expect([await undo(), directives.chess]).toEqual([false, 'N']);
  });

  /** The API's answer for a notification of a new app. */
  function notificationOf(...user_ids: Array<string>) {
    const content = { fallback_type: 'info', priority: 1, actionable: true, actions: [] };
    return { notif_id: 'n', type: 'app_installed', notif_ts: 1, user_ids, device_id: 'd', bundle_id: 'chess', details: {}, content };
  }

  const FAMILY = ['mia', 'ben'].map((id) => ({ id, name: id === 'mia' ? 'Mia' : 'Ben' })) as never;

  /**
   * Posts a form about a notification that now concerns the children `asked`; null if the notification no longer exists. Returns the
   * changes made and the message shown.
   */
  async function post(asked: Array<string> | null, fields: Array<[string, string]>) {
    const done: Array<unknown> = [];
    const parent = webParent(
      (body) => {
        const isRead = Object.keys(body).length === 0;
        const isOfNotification = isRead || Array.isArray(body);
        if (isOfNotification && asked === null) throw new Refusal(ERROR_CODES.insufficientPrivileges, 403, 'Insufficient privileges');
        if (!isRead) done.push(Array.isArray(body) ? body[0]?.details : [body.user_id, body.patch]);
        return isOfNotification ? [notificationOf(...(asked ?? []))] : { replaced: {} };
      },
      { children: FAMILY },
    );
    const body = new URLSearchParams([['form_token', 't'], ['notif_id', 'n'], ['bundle_id', 'chess'], ...fields]);
    const context = webContext();
    const answer = await answerNotificationForm(
      new Request('https://porchlight.example/notifications', { method: 'POST', body }),
      context,
      parent,
    );
    expect(answer).toMatchObject({ status: 302 });
    const toast = await takeToast(requestWithCookies(context), webContext());
    return { done, tone: toast?.tone, text: toast?.text, before: toast?.undo?.fields.before };
  }

  const never = (id: string) => [id, { app_directives: { chess: 'N' } }];
  const MIA_AND_BEN: Array<[string, string]> = [
    ['intent', 'app-never'],
    ['user_id', 'mia'],
    ['user_id', 'ben'],
  ];

  test.each<[string, Array<string> | null, Awaited<ReturnType<typeof post>>]>([
    [
      'both children',
      ['mia', 'ben'],
      {
        done: [never('mia'), never('ben'), { hidden: true }],
        tone: 'good',
        text: { key: 'notices.app_never', params: {} },
        before: 'mia=S&ben=S',
      },
    ],
    [
      'one of two children, who is now the only user',
      ['mia'],
      {
        done: [never('mia'), { hidden: true }],
        tone: 'good',
        text: { key: 'notices.app_never_for', params: { children: 'Mia' } },
        before: 'mia=S',
      },
    ],
    [
      'one of two children, while another child is still undecided',
      ['mia', 'leo'],
      { done: [never('mia')], tone: 'good', text: { key: 'notices.app_never_for', params: { children: 'Mia' } }, before: 'mia=S' },
    ],
    ['neither child', ['leo'], { done: [], tone: 'bad', text: { key: 'notices.gone', params: {} }, before: undefined }],
    [
      'no child, because the notification no longer exists',
      null,
      { done: [], tone: 'bad', text: { key: 'notices.gone', params: {} }, before: undefined },
    ],
  ])('applies a decision only to children whom the notification still concerns: %s', async (_name, asked, expected) => {
    expect(await post(asked, MIA_AND_BEN)).toEqual(expected);
  });

  test('treats dismissing a notification that no longer exists as done', async () => {
    expect(await post(null, [['intent', 'dismiss']])).toMatchObject({ done: [], tone: 'good', text: { key: 'notices.gone' } });
  });

  test.each([
    ['off', { key: 'limits.not_in_plan', params: {}, link: { to: '/subscription', key: 'limits.see_plan' } }],
    ['on', { key: 'error_strings.not_allowed', params: {}, link: null }],
  ])('names the plan as the reason of a refusal only if the plan has no app rules: app rules %s', async (granularity, notice) => {
    const call = async (endpoint: unknown) => {
      if (endpoint === listNotifications) return [notificationOf('mia')];
      throw new Refusal(ERROR_CODES.insufficientPrivileges, 403, 'This plan doesn’t include app rules');
    };
    const parent = { api: { call }, account: { entitlements: { limits: { granularity } } } } as never;
    for (const intent of ['app-allow', 'undo']) {
      const fields = { intent, form_token: 't', notif_id: 'n', user_id: 'mia', bundle_id: 'chess', did: 'A', before: 'mia=S' };
      const request = new Request('https://web/notifications', { method: 'POST', body: new URLSearchParams(fields) });
      expect(await answerNotificationForm(request, {} as never, parent)).toMatchObject({
        data: { intent, notice },
        init: { status: 400 },
      });
    }
  });
});
