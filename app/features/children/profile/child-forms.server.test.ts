import { describe, expect, test } from 'vitest';
import { takeToast } from '#app/server/toast.server';
import { ERROR_CODES, outsideAccount, Refusal } from '#app/wire/errors';
import type { UserWire } from '#app/wire/family';
import { childRow } from '#tests/child-row.ts';
import { child as makeChild } from '#tests/child-status.ts';
import { requestWithCookies, webContext } from '#tests/web-context.ts';
import { webParent } from '#tests/web-parent.ts';
import { removeChild } from '../children.server';
import { answerChildForm } from './child-forms.server';

const ben = { ...makeChild({ id: 'ben', name: 'Ben', timeZone: 'Europe/Berlin', updatedAt: 5 }), givenName: 'Ben' };

/** The child as stored by the API. */
const row = childRow({ user_id: 'ben', user_name: 'Ben', updated_ts: 5 });
const OPENED = { name: 'Ben', birthday: '', gender: '', locale: '', time_zone: 'Europe/Berlin' };

type Call = Parameters<typeof webParent>[0];

/**
 * Posts a form about Ben to an API stub that answers through `call`.
 * @returns the redirect, the toast, and the reply with its status
 */
async function post(fields: Record<string, string | File>, call: Call) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const context = webContext();
  const answer = await answerChildForm({
    request: new Request('https://porchlight.example/my-family', { method: 'POST' }),
    context,
    parent: webParent(call, { children: [ben] }),
    form: { fields: form, intent: String(fields.intent ?? ''), token: 't' },
    back: '/my-family',
  });
  const location = answer instanceof Response ? answer.headers.get('Location') : null;
  const left = await takeToast(requestWithCookies(context), webContext());
  const toast = left?.text.key ?? null;
  const again = answer && 'data' in answer ? answer : null;
  return { location, toast, stay: left?.stay, reply: again?.data ?? null, status: again?.init?.status ?? null };
}

/** Returns an API stub that refuses an outdated version (S29). */
function rowThat(now: Partial<UserWire>): { call: Call; sent: Array<Record<string, unknown>> } {
  const current = { ...row, updated_ts: 6, ...now };
  const sent: Array<Record<string, unknown>> = [];
  const call: Call = (body) => {
    if (body.updated_ts !== current.updated_ts) throw new Refusal(ERROR_CODES.unknown, 400, 'changed', { reason: 'stale', current });
    sent.push(body);
    return current;
  };
  return { call, sent };
}
const EDIT = { intent: 'edit-child', child_id: 'ben', updated_at: '5', opened: JSON.stringify(OPENED), time_zone: 'Europe/Berlin' };

describe('answerChildForm', () => {
  test('after a conflict, keeps typed values, updates the rest and reports the differences; a second Save succeeds (S29)', async () => {
    const { call, sent } = rowThat({ user_name: 'Benjamin', time_zone: 'Asia/Tokyo' });
    const { reply, status } = await post({ ...EDIT, name: 'Ben', gender: 'male' }, call);
    expect(status).toBe(400);
    expect(reply?.notice).toMatchObject({ key: 'child.changed' });
    expect(reply?.notice?.params.facts).toMatch(/Child’s name: .*Benjamin.* and Time zone: Tokyo, Japan/);
    const shown = reply?.lastResult?.initialValue as Record<string, string>;
    expect(shown).toMatchObject({ name: 'Benjamin', gender: 'male', time_zone: 'Tokyo, Japan', updated_at: '6' });
    expect(sent).toEqual([]);
    const again = await post({ ...EDIT, ...shown }, call);
    expect(again).toMatchObject({ location: '/my-family', toast: 'toast.saved' });
    expect(sent).toMatchObject([{ user_name: 'Benjamin', gender: 'male', time_zone: 'Asia/Tokyo' }]);
  });

  test.each([
    ['Kolkata', 'Asia/Calcutta'],
    ['Calcutta', 'Asia/Calcutta'],
    ['asia/kolkata', 'Asia/Calcutta'],
    ['Ho Chi Minh City, Vietnam', 'Asia/Saigon'],
  ])('saves %s as the zone %s', async (typed, time_zone) => {
    const { call, sent } = rowThat({ updated_ts: 5 });
    await post({ ...EDIT, name: 'Ben', time_zone: typed }, call);
    expect(sent).toMatchObject([{ time_zone }]);
  });

  test.each([
    ['Atlantis', 'unknown_time_zone'],
    ['United States', 'ambiguous_time_zone'],
    ['  ', 'missing_time_zone'],
    ['x'.repeat(201), 'unknown_time_zone'],
  ])('refuses the zone %j as %s and keeps the typed values', async (typed, fault) => {
    const { call, sent } = rowThat({ updated_ts: 5 });
    const { reply, status } = await post({ ...EDIT, name: 'Ben', time_zone: typed }, call);
    expect([status, reply?.lastResult?.error?.time_zone, sent]).toEqual([400, [fault], []]);
    expect(reply?.lastResult?.initialValue).toMatchObject({ name: 'Ben', time_zone: typed });
  });

  test.each<[string, Record<string, string>, Call, string]>([
    ['a child', { intent: 'remove-child', child_id: 'ben' }, () => ({ objects_deleted: 1 }), 'toast.child_removed'],
    ['a photo', { intent: 'remove-photo', child_id: 'ben', opened: '3', slot: '3' }, () => row, 'toast.photo_removed'],
  ])('shows for a minute the message that %s was deleted (CONST-037)', async (_name, fields, call, toast) => {
    expect(await post(fields, call)).toMatchObject({ toast, stay: 'confirm' });
  });

  test('adds «No users deleted» to the message when no child was removed (FAM-035)', async () => {
    const { status, reply } = await post({ intent: 'remove-child', child_id: 'ben' }, () => ({ objects_deleted: 0 }));
    expect([status, reply?.notice]).toEqual([
      400,
      { key: 'child.none_removed', params: { message: 'No users deleted', name: 'Ben' }, link: null },
    ]);
  });

  test('saves despite a change to data that the form does not show', async () => {
    const { call, sent } = rowThat({ settings: { slot: 7, avatar_idx: null } });
    expect(await post({ ...EDIT, name: 'Benny' }, call)).toMatchObject({ location: '/my-family', toast: 'toast.saved' });
    expect(sent).toMatchObject([{ user_name: 'Benny' }]);
  });

  const GONE = { location: '/my-family', toast: 'toast.child_gone' };

  test.each<[string, Record<string, string>, Call, object]>([
    ['removing a removed child', { intent: 'remove-child', child_id: 'leo' }, () => ({ objects_deleted: 0 }), GONE],
    ['renaming a removed child', { ...EDIT, child_id: 'leo', name: 'Leo' }, () => raise(outsideAccount()), GONE],
    [
      'changing the profile picture of a removed child',
      { intent: 'face', child_id: 'leo', slot: '1' },
      () => raise(outsideAccount()),
      GONE,
    ],
    [
      'failing to remove an existing child',
      { intent: 'remove-child', child_id: 'ben' },
      () => ({ objects_deleted: 0 }),
      { location: null, status: 400 },
    ],
  ])('redirects with a message only if the child no longer exists: %s (FAM-035)', async (_case, fields, call, expected) => {
    expect(await post(fields, call)).toMatchObject(expected);
  });

  test('reports a profile picture changed by the other parent and keeps the choice; a second Save succeeds (S29)', async () => {
    const { call, sent } = rowThat({ settings: { slot: 7, avatar_idx: 2 } });
    const face = { intent: 'face', child_id: 'ben', updated_at: '5', opened: '0', slot: '3' };
    const { reply, status } = await post(face, call);
    expect([status, reply?.notice?.key, sent]).toEqual([400, 'error_strings.stale_kept', []]);
    const shown = reply?.lastResult?.initialValue as Record<string, string>;
    expect(shown).toMatchObject({ slot: '3', updated_at: '6', opened: '7 2' });
    expect(await post({ ...face, ...shown }, call)).toMatchObject({ location: '/my-family', toast: 'toast.saved' });
    expect(sent).toMatchObject([{ settings: { slot: 3, avatar_idx: null } }]);
  });

  test('uses different idempotency keys when one form removes the photo and changes the color', async () => {
    const keys: Array<string | undefined> = [];
    const parent = webParent(() => row, { children: [ben] });
    const { call } = parent.api;
    parent.api.call = (endpoint, input, options) => {
      keys.push(options?.idempotencyKey);
      return call(endpoint, input, options);
    };
    const fields = new FormData();
    for (const [name, value] of Object.entries({ child_id: 'ben', updated_at: '5', opened: '0', slot: '3' })) fields.set(name, value);
    const request = new Request('https://porchlight.example/my-family', { method: 'POST' });
    await answerChildForm({
      request,
      context: webContext(),
      parent,
      form: { fields, intent: 'remove-photo', token: 't' },
      back: '/my-family',
    });
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(2);
  });

  test('saves the profile picture even if the name has changed', async () => {
    const { call, sent } = rowThat({ user_name: 'Benjamin' });
    const face = { intent: 'face', child_id: 'ben', updated_at: '5', opened: '0', slot: '3', avatar_idx: '1' };
    expect(await post(face, call)).toMatchObject({ location: '/my-family' });
    expect(sent).toMatchObject([{ settings: { slot: 3, avatar_idx: 1 } }]);
  });

  test('sends the version of the photo that was shown and reports a newer one (S29)', async () => {
    const photo = new File([new Uint8Array([0xff, 0xd8, 0xff])], 'p.jpg');
    const sent: Array<unknown> = [];
    const call: Call = ({ img_modified }) => {
      sent.push(img_modified);
      if (img_modified !== 7) throw new Refusal(ERROR_CODES.unknown, 400, 'changed', { reason: 'stale', current: { img_modified: 7 } });
      return {};
    };
    const send = (photo_at: string) => post({ intent: 'face', child_id: 'ben', opened: '3', slot: '3', photo, photo_at }, call);
    expect((await send('')).reply?.notice).toMatchObject({ key: 'error_strings.stale' });
    expect(await send('7')).toMatchObject({ toast: 'toast.photo_saved' });
    expect(sent).toEqual([null, 7]);
  });

  test('saves photo, color and icon together and keeps the choice when the photo is refused', async () => {
    const photo = new File([new Uint8Array([0xff, 0xd8, 0xff])], 'p.jpg');
    const both = { child_id: 'ben', updated_at: '5', opened: '3', slot: '7', avatar_idx: '2', photo_at: '' };
    const sent: Array<unknown> = [];
    const call: Call = (body) => {
      sent.push(body.settings ?? Object.keys(body));
      return row;
    };
    expect(await post({ ...both, intent: 'face', photo }, call)).toMatchObject({ location: '/my-family', toast: 'toast.saved' });
    expect(sent.splice(0)).toEqual([expect.arrayContaining(['data', 'img_modified']), { slot: 7, avatar_idx: 2 }]);
    expect(await post({ ...both, intent: 'remove-photo' }, call)).toMatchObject({ location: '/my-family', toast: 'toast.saved' });
    expect(sent.splice(0)).toContainEqual({ slot: 7, avatar_idx: 2 });
    const { reply } = await post({ ...both, intent: 'face', photo: new File([], 'p.jpg') }, call);
    expect([reply?.notice?.key, sent]).toEqual(['error_strings.empty_avatar', []]);
    expect(reply?.lastResult?.initialValue).toMatchObject({ slot: '7', avatar_idx: '2' });
    // An empty file field does not count as a photo.
    expect(await post({ ...both, intent: 'face', photo: new File([], '') }, call)).toMatchObject({ toast: 'toast.saved' });
    expect(sent).toEqual([{ slot: 7, avatar_idx: 2 }]);
  });

  test('returns 400 with a form message for an invalid color', async () => {
    const { status, reply } = await post({ intent: 'face', child_id: 'ben', slot: '99' }, () => raise(new Error('no call expected')));
    expect([status, reply?.notice?.key]).toEqual([400, 'error_strings.unknown']);
  });

  test('shows the message that the child was added when redirecting to pairing (FAM-003)', async () => {
    const { location, toast } = await post({ intent: 'new-child-pair', name: 'Mia', time_zone: 'UTC' }, () => ({
      ...row,
      user_id: 'mia',
      user_name: 'Mia',
    }));
    expect([location, toast]).toEqual(['/connect?child=mia', 'toast.child_added']);
  });

  function raise(error: Error): never {
    throw error;
  }

  test('removeChild throws the specification’s text when the API removed nobody (ERR-028, FAM-035)', async () => {
    const { api } = webParent(() => ({ objects_deleted: 0 }));
    await expect(removeChild(api, 'ben', 'key')).rejects.toThrow('No users deleted');
  });
});
