import { describe, expect, test } from 'vitest';
import { takeToast } from '#app/server/toast.server';
import { ERROR_CODES, outsideAccount, Refusal } from '#app/wire/errors';
import type { DeviceWire } from '#app/wire/family';
import { child } from '#tests/child-status.ts';
import { requestWithCookies, webContext } from '#tests/web-context.ts';
import { webParent } from '#tests/web-parent.ts';
import { answerDeviceForm } from './device-forms.server';
import { pickDevice } from './picked-device.server';

const children = [
  { ...child({ id: 'mia', name: 'Mia', deviceIds: ['here', 'with another'] }), givenName: 'Mia' },
  { ...child({ id: 'ben', name: 'Ben' }), givenName: 'Ben' },
];
const PAGE = '/my-family';
const REQUEST = new Request('https://porchlight.example/my-family', { method: 'POST' });
const refused = () => {
  throw outsideAccount();
};

describe('answerDeviceForm', () => {
  test.each([
    ['remove-device', () => ({ objects_deleted: 0 }), 'messages.delete_device_error'],
    ['rename-device', refused, 'error_strings.not_allowed'],
    ['device-users', refused, 'error_strings.not_allowed'],
    ['install-app', refused, 'error_strings.install_child_app_error'],
  ])('redirects with a message only if the device of a form no longer exists: %s (DEV-069, DEV-073)', async (intent, call, words) => {
    const post = async (id: string) => {
      const context = webContext();
      const fields = new FormData();
      for (const [name, value] of Object.entries({ device_id: id, name: 'Phone', users: 'mia', updated_at: '1' })) fields.set(name, value);
      const answer = await answerDeviceForm({
        request: REQUEST,
        context,
        parent: webParent(call, { children }),
        form: { fields, intent, token: 't' },
        back: PAGE,
      });
      return { answer, context };
    };
    const gone = await post('gone');
    expect(gone.answer).toRedirectTo(PAGE);
    await expect(gone.context).toShowToast('toast.device_gone');
    // An existing device gets the error in its own dialog.
    expect((await post('here')).answer).toBeRefusedWith(words, 400);
  });

  test.each([
    ['another device remains', 2, 'here', PAGE],
    ['it was the last one', 1, 'here', '/connect'],
    // The account was read after the first submission.
    ['a repeated submission finds one other device', 1, 'removed', PAGE],
    ['a repeated submission finds no device', 0, 'removed', '/connect'],
  ])('redirects after a removal, if %s (%i devices, %s): %s', async (_case, deviceCount, id, to) => {
    const fields = new FormData();
    fields.set('device_id', id);
    const parent = webParent(() => ({ objects_deleted: 1 }), { children, deviceCount });
    const form = { fields, intent: 'remove-device', token: 't' };
    const answer = await answerDeviceForm({ request: REQUEST, context: webContext(), parent, form, back: PAGE });
    expect(answer).toRedirectTo(to);
  });

  test('shows the message about a deleted device for a minute (CONST-037)', async () => {
    const context = webContext();
    const fields = new FormData();
    fields.set('device_id', 'here');
    const parent = webParent(() => ({ objects_deleted: 1 }), { children });
    await answerDeviceForm({ request: REQUEST, context, parent, form: { fields, intent: 'remove-device', token: 't' }, back: PAGE });
    const toast = await takeToast(requestWithCookies(context), webContext());
    expect([toast?.text.key, toast?.stay]).toEqual(['toast.device_removed', 'confirm']);
  });

  test.each([
    ['gone', 'toast.device_gone'],
    ['with another', null],
  ])('redirects from the dialog of a device that is %s to the page below', async (id, said) => {
    const context = webContext();
    const picked = pickDevice(context, webParent(refused, { children }), [], new URLSearchParams({ device: id }), PAGE);
    await expect(picked).rejects.toMatchObject({ status: 302 });
    await expect(context).toShowToast(said);
  });

  const row: DeviceWire = {
    device_id: 'here',
    display_name: 'Tablet',
    displayName: 'Tablet',
    make: '',
    model: '',
    model_name: '',
    os: 'android',
    os_version: '',
    app_version: '',
    pair_id: 'p',
    users: ['mia'],
    retired: false,
    suspended: false,
    management_level: '',
    management_removed: false,
    command_state: null,
    display_state: 'allowed',
    device_location_active: false,
    device_location_ts: null,
    last_seen: null,
    last_activity: null,
    created: 0,
    schedule_ts: 0,
    system_components: {},
    error_count: 0,
    unsupported: [],
    attributes: {},
    udid: '',
    fcm_token: null,
    command_id: null,
    command_saved_ts: null,
    command_sent_ts: null,
    command_confirmed_ts: null,
    install_command: null,
    updated_ts: 2,
  };

  test.each<[string, string, Record<string, string>, Partial<DeviceWire>, string | null]>([
    ['another name', 'rename-device', { name: 'Phone', opened: 'Tablet' }, { display_name: 'Old tablet' }, 'Old tablet'],
    ['other children', 'rename-device', { name: 'Phone', opened: 'Tablet' }, { users: ['ben'] }, null],
    ['other children', 'device-users', { users: 'mia', opened: 'mia' }, { users: ['ben'] }, 'Ben'],
    ['another name', 'device-users', { users: 'mia', opened: 'mia' }, { display_name: 'Old tablet' }, null],
    ['the same name', 'rename-device', { name: 'Phone', opened: 'Tablet' }, { display_name: 'Phone' }, null],
  ])(
    'after the other parent set %s, %s with %j on the stored %j reports the conflict %j, or saves if null (S29)',
    async (_case, intent, typed, change, now) => {
      const fields = new FormData();
      for (const [name, value] of Object.entries({ device_id: 'here', updated_at: '1', ...typed })) fields.set(name, value);
      const current = { ...row, ...change };
      const saved: Array<unknown> = [];
      const call = (body: Record<string, unknown>) => {
        if (body.updated_ts !== 2) throw new Refusal(ERROR_CODES.unknown, 400, 'changed', { reason: 'stale', current });
        saved.push(body);
        return current;
      };
      const formContext = { request: REQUEST, context: webContext(), parent: webParent(call, { children }), back: PAGE };
      const answer = await answerDeviceForm({ ...formContext, form: { fields, intent, token: 't' } });
      expect(saved).toHaveLength(Number(now === null));
      if (now === null) return expect(answer).toBeInstanceOf(Response);
      // The form shows the current value and keeps the typed one. A second submit overwrites the current value.
      if (answer === null || !('data' in answer)) throw new Error('expected the form once more');
      const { opened, ...kept } = typed;
      expect(answer.data.notice).toMatchObject({ key: 'error_strings.stale_now', params: { now } });
      expect(answer.data.lastResult?.initialValue).toMatchObject({ ...kept, updated_at: '2' });
      for (const [name, value] of Object.entries(answer.data.lastResult?.initialValue ?? {})) fields.set(name, String(value));
      expect(await answerDeviceForm({ ...formContext, form: { fields, intent, token: 't' } })).toBeInstanceOf(Response);
    },
  );
});
