import { describe, expect, test, vi } from 'vitest';
import { sendForm } from './send-form';

const fields = { intent: 'login', form_token: 't1', email: 'a@example.com' };
const posted = () => new Request('http://localhost/?index', { method: 'POST', body: new URLSearchParams(fields) });

/** Returns the fields and the status of the form's reply. Returns an action's own data unchanged. */
async function told(answer: () => Promise<unknown>, noResponseText?: (intent: string) => string) {
  const reply = await sendForm(posted(), answer, noResponseText);
  if (!(reply instanceof Response)) return reply;
  const reported: object = await reply.json();
  return { status: reply.status, ...reported };
}

describe('sendForm', () => {
  test.each([
    ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
    ["a captive portal's page", () => Promise.reject(new Error('Unable to decode turbo-stream response'))],
    ['a partial response', () => Promise.reject(new SyntaxError('Unexpected end of JSON input'))],
    ['an empty response', async () => undefined],
    ['null as data', async () => null],
  ])('returns the form with its token and «unknown outcome» after %s', async (_, answer) => {
    const reply = { status: 503, intent: 'login', token: 't1', notice: { key: 'error_strings.unknown_outcome' } };
    expect(await told(answer)).toMatchObject(reply);
    const words = { notice: { key: 'words for login' } };
    expect(await told(answer, (intent) => `words for ${intent}`)).toMatchObject({ ...reply, ...words });
  });

  test('returns data unchanged and rethrows a redirect', async () => {
    expect(await told(async () => ({ intent: 'login' }))).toEqual({ intent: 'login' });
    const way = new Response(null, { status: 302 });
    await expect(sendForm(posted(), () => Promise.reject(way))).rejects.toBe(way);
  });

  test('reports «not sent» while offline, whatever text the page has for a missing response', async () => {
    const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const reply = await told(
      () => Promise.reject(new TypeError('Failed to fetch')),
      () => 'other words',
    );
    expect(reply).toMatchObject({ notice: { key: 'error_strings.offline_not_sent' } });
    line.mockRestore();
  });
});
