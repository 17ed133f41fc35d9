import { describe, expect, test, vi } from 'vitest';
import { sendForm } from './send-form';

const fields = { intent: 'login', form_token: 't1', email: 'a@example.com' };
const posted = () => new Request('http://localhost/?index', { method: 'POST', body: new URLSearchParams(fields) });

/** What the form is told, or null where the answer itself goes through. */
async function told(answer: () => Promise<unknown>, silence?: (intent: string) => string) {
  const reply = await sendForm(posted(), answer, silence);
  if (!(reply instanceof Response)) return reply;
  const said: object = await reply.json();
  return { status: reply.status, ...said };
}

describe('sendForm', () => {
  test.each([
    ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a portal’s page', () => Promise.reject(new Error('Unable to decode turbo-stream response'))],
    ['half an answer', () => Promise.reject(new SyntaxError('Unexpected end of JSON input'))],
    ['nothing at all', async () => undefined],
    ['a null', async () => null],
  ])('a form that gets %s comes back as it was, with its token: nobody knows what became of it', async (_, answer) => {
    const reply = { status: 503, intent: 'login', token: 't1', notice: { key: 'error_strings.unknown_outcome' } };
    expect(await told(answer)).toMatchObject(reply);
    const words = { notice: { key: 'words for login' } };
    expect(await told(answer, (intent) => `words for ${intent}`)).toMatchObject({ ...reply, ...words });
  });

  test('an answer goes through, and so does the way to another page', async () => {
    expect(await told(async () => ({ intent: 'login' }))).toEqual({ intent: 'login' });
    const way = new Response(null, { status: 302 });
    await expect(sendForm(posted(), () => Promise.reject(way))).rejects.toBe(way);
  });

  test('without a line nothing was sent, whatever the form', async () => {
    const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const reply = await told(
      () => Promise.reject(new TypeError('Failed to fetch')),
      () => 'other words',
    );
    expect(reply).toMatchObject({ notice: { key: 'error_strings.offline_not_sent' } });
    line.mockRestore();
  });
});
