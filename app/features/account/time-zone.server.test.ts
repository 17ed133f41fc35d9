import { describe, expect, test } from 'vitest';
import { takeToast } from '#app/server/toast.server';
import { ERROR_CODES, Refusal } from '#app/wire/errors';
import type { UserWire } from '#app/wire/family';
import { childRow } from '#tests/child-row.ts';
import { requestWithCookies, webContext } from '#tests/web-context.ts';
import { webParent } from '#tests/web-parent.ts';
import { answerTimeZone } from './time-zone.server';

/** Posts the form to an API stub whose record is `now`. The stub refuses an outdated version (S29). */
async function post(fields: Record<string, string>, now: Partial<UserWire> = {}, intent = 'time-zone') {
  const current = childRow({ user_id: 'parent', type: 1, time_zone: 'Europe/Berlin', updated_ts: 5, ...now });
  const sent: Array<Record<string, unknown>> = [];
  const parent = webParent((body) => {
    if (body.updated_ts !== current.updated_ts) throw new Refusal(ERROR_CODES.unknown, 400, 'changed', { reason: 'stale', current });
    sent.push(body);
    return { ...current, time_zone: body.time_zone, updated_ts: 9 };
  });
  const form = new FormData();
  for (const [name, value] of Object.entries({ updated_at: '5', opened: 'Europe/Berlin', ...fields })) form.set(name, value);
  const context = webContext();
  const request = new Request('https://porchlight.example/account/time-zone', { method: 'POST' });
  const answer = await answerTimeZone(request, context, parent, { fields: form, intent, token: 't' });
  const toast = await takeToast(requestWithCookies(context), webContext());
  const location = answer instanceof Response ? answer.headers.get('Location') : null;
  return { location, toast, sent, again: 'data' in answer ? answer.data : null };
}

describe('answerTimeZone', () => {
  test.each([
    ['Kolkata, India', 'Asia/Calcutta'],
    ['kolkata', 'Asia/Calcutta'],
    ['Europe/Kyiv', 'Europe/Kiev'],
  ])('saves %s as %s, with a message that offers undo', async (typed, time_zone) => {
    const { location, toast, sent } = await post({ time_zone: typed });
    expect([location, toast?.text.key]).toEqual(['/account', 'toast.time_zone_changed']);
    expect(sent).toMatchObject([{ updated_ts: 5, time_zone }]);
    const fields = { updated_at: '9', opened: time_zone, time_zone: 'Europe/Berlin' };
    expect(toast?.undo).toMatchObject({ action: '/account/time-zone', intent: 'time-zone-back', fields });
  });

  test('undo restores the earlier zone and offers no further undo', async () => {
    const now = { time_zone: 'Asia/Tokyo', updated_ts: 9 };
    const { toast, sent } = await post({ time_zone: 'Europe/Berlin', opened: 'Asia/Tokyo', updated_at: '9' }, now, 'time-zone-back');
    expect([toast?.text.key, toast?.undo]).toEqual(['toast.undone', null]);
    expect(sent).toMatchObject([{ time_zone: 'Europe/Berlin' }]);
  });

  test('offers no undo when the zone did not change', async () => {
    expect((await post({ time_zone: 'Berlin' })).toast).toMatchObject({ undo: null });
  });

  test('keeps another parent’s newer choice and returns the typed text with the new version', async () => {
    const { again, sent } = await post({ time_zone: 'Kolkata' }, { time_zone: 'Asia/Tokyo', updated_ts: 6 });
    expect(sent).toEqual([]);
    expect(again?.notice?.key).toBe('error_strings.stale_kept');
    expect(again?.lastResult?.initialValue).toEqual({ time_zone: 'Kolkata', updated_at: '6', opened: 'Asia/Tokyo' });
  });

  test('saves over a newer version that has the same zone', async () => {
    const { sent } = await post({ time_zone: 'Kolkata' }, { updated_ts: 6 });
    expect(sent).toMatchObject([{ updated_ts: 6, time_zone: 'Asia/Calcutta' }]);
  });

  test.each([
    ['Atlantis', 'unknown_time_zone'],
    ['United States', 'ambiguous_time_zone'],
    ['', 'missing_time_zone'],
  ])('refuses %j as %s before any API call', async (typed, fault) => {
    const { again, sent } = await post({ time_zone: typed });
    expect([again?.lastResult?.error?.time_zone, sent]).toEqual([[fault], []]);
  });
});
