import { describe, expect, test } from 'vitest';
import { ERROR_CODES, Refusal, type RefusalReason } from '#app/wire/errors';
import { requestWithCookies, webContext } from '#tests/web-context.ts';
import { Unavailable } from './api.server';
import { formMessage } from './form.server';
import { formAction, redirectWithMessage, replyFailure } from './form-action.server';
import { takeToast } from './toast.server';

const form = { fields: new FormData(), intent: 'save', token: 't' };

/** Runs a form's call. Returns what the form received: the value, «refused», «unknown», or the thrown error. */
async function run(call: (key: string) => Promise<unknown>) {
  const seen: Array<unknown> = [];
  const answer = (value: unknown) => {
    seen.push(value);
    return replyFailure(form, { kind: 'unknown' });
  };
  await formAction(form, { call, done: answer, failed: ({ kind }) => answer(kind) }).catch((error) => seen.push(error.message));
  return seen;
}

function refuse(status: 400 | 503, reason?: RefusalReason) {
  return new Refusal(ERROR_CODES.unknown, status, 'no', reason === undefined ? undefined : { reason });
}

describe('formAction', () => {
  test('uses the same key for a repeated form, and another key for another intent', async () => {
    const keys: Array<string> = [];
    const call = async (key: string) => keys.push(key);
    await run(call);
    await run(call);
    await formAction({ ...form, intent: 'other' }, { call, done: showAgain, failed: showAgain });
    expect(keys).toHaveLength(3);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  test.each([
    ['the value', async () => 7, [7]],
    ['null for a repeated submission', () => Promise.reject(refuse(400, 'replayed_key')), [null]],
    ['a refusal', () => Promise.reject(refuse(400)), ['refused']],
    ['no response', () => Promise.reject(new Unavailable({ method: 'GET', path: '/' }, 503)), ['unknown']],
    ['any other error unchanged', () => Promise.reject(new TypeError('bug')), ['bug']],
  ])('passes on %s', async (_title, call, expected) => {
    expect(await run(call)).toEqual(expected);
  });
});

describe('replyFailure', () => {
  test.each([
    [{ kind: 'unknown' } as const, 503, 'error_strings.unknown_outcome'],
    [{ kind: 'refused', refusal: refuse(503, 'busy') } as const, 503, 'error_strings.busy'],
    [{ kind: 'refused', refusal: refuse(400, 'stale') } as const, 400, 'error_strings.stale'],
    [{ kind: 'refused', refusal: refuse(400, 'plan') } as const, 400, 'limits.own'],
  ])('shows the form again after %o with status %i and the message %s', (failure, status, key) => {
    const reply = replyFailure(form, failure, { messages: { plan: formMessage('limits.own') } });
    expect(reply).toBeRefusedWith(key, status);
    expect(reply.data.token).toBe('t');
  });
});

describe('redirectWithMessage', () => {
  test('redirects, and shows the message on the next page only', async () => {
    const context = webContext();
    const answer = await redirectWithMessage(context, '/manage', 'toast.saved', { params: { name: 'Mia' } });
    expect(answer).toRedirectTo('/manage');
    const next = webContext();
    expect(await takeToast(requestWithCookies(context), next)).toMatchObject({
      tone: 'good',
      text: { key: 'toast.saved', params: { name: 'Mia' } },
    });
    expect(await takeToast(requestWithCookies(next), webContext())).toBeNull();
  });
});

function showAgain() {
  return replyFailure(form, { kind: 'unknown' });
}
