import { describe, expect, test } from 'vitest';
import { ERROR_CODES, Refusal } from '#app/wire/errors';
import { Unavailable } from './api.server';
import { attempt, formMessage, isReplay, readForm, toFormMessage, toIdempotencyKey } from './form.server';

async function keyOf(fields: Record<string, string>): Promise<string> {
  return toIdempotencyKey(
    await readForm(new Request('https://porchlight.example/', { method: 'POST', body: new URLSearchParams(fields) })),
  );
}

const form = { form_token: 't1', intent: 'block-30m', rule_id: 'r' };

describe('form', () => {
  test('returns the same idempotency key for a double click', async () => {
    const key = await keyOf(form);
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(await keyOf({ ...form })).toBe(key);
  });

  test.each([
    ['an edited field', { rule_id: 'other' }],
    ['another button', { intent: 'block-1h' }],
    ['another rendering', { form_token: 't2' }],
    ['an additional field', { more: '' }],
  ])('returns another idempotency key for %s', async (_name, change) => {
    expect(await keyOf({ ...form, ...change })).not.toBe(await keyOf(form));
  });

  test.each([
    ['with Content-Length', 1],
    ['without Content-Length', 0],
  ])('does not read a body of more than 256 KB %s', async (_name, hasLength) => {
    const body = new URLSearchParams({ name: 'x'.repeat(300_000) }).toString();
    const headers = {
      'Content-Type': 'application/x-www-form-urlencoded',
      ...(hasLength ? { 'Content-Length': String(body.length) } : {}),
    };
    const refusal = await readForm(new Request('https://porchlight.example/', { method: 'POST', body, headers })).catch((error) => error);
    expect(refusal).toBeInstanceOf(Response);
    expect(refusal.status).toBe(413);
  });

  test('distinguishes expected outcomes and rethrows a bug', async () => {
    expect(await attempt(async () => 1)).toEqual({ kind: 'done', value: 1 });
    expect(await attempt(() => Promise.reject(new Unavailable({ method: 'GET', path: '/' }, 503)))).toEqual({ kind: 'unknown' });
    expect(await attempt(() => Promise.reject(new Refusal(410, 403, 'no')))).toMatchObject({ kind: 'refused' });
    await expect(attempt(() => Promise.reject(new TypeError('bug')))).rejects.toThrow('bug');
  });

  test('recognizes a replay: the same key with another body', async () => {
    expect(isReplay(await attempt(() => Promise.reject(new Refusal(500, 400, 'no', { reason: 'replayed_key' }))))).toBe(true);
    expect(isReplay(await attempt(() => Promise.reject(new Refusal(500, 400, 'no'))))).toBe(false);
  });

  test.each([
    [new Refusal(300, 400, 'x'), 'error_strings.wrong_login'],
    [new Refusal(413, 403, 'x'), 'error_strings.rate_limited'],
    [new Refusal(410, 403, 'x'), 'error_strings.not_allowed'],
    [new Refusal(410, 403, 'x', { reason: 'limit' }), 'limits.own'],
    [new Refusal(500, 400, 'x', { reason: 'stale' }), 'error_strings.stale'],
    [new Refusal(500, 400, 'x'), 'error_strings.unknown'],
  ])('shows %s as %s', (refusal, key) => {
    expect(toFormMessage({ kind: 'refused', refusal }, { limit: formMessage('limits.own') }).key).toBe(key);
  });

  test('shows a missing response as unknown, not as failed', () => {
    expect(toFormMessage({ kind: 'unknown' }).key).toBe('error_strings.unknown_outcome');
  });

  test('shows the limit of the refusal when the family is full', () => {
    const refusal = new Refusal(ERROR_CODES.insufficientPrivileges, 403, 'A family can have at most 200 children', {
      reason: 'full',
      limit: 200,
    });
    expect(toFormMessage({ kind: 'refused', refusal })).toMatchObject({ key: 'error_strings.full', params: { limit: 200 } });
  });
});
