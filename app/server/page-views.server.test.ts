import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { webContext } from '#tests/web-context.ts';
import { answerView, recordDocument } from './page-views.server';

const SHOWN = { 'Sec-Fetch-Mode': 'navigate' };
let lines: Array<Record<string, unknown>> = [];
let hour = 0;

beforeEach(() => {
  hour += 3_600_000;
  lines = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(JSON.parse(line)));
});
afterEach(() => {
  vi.restoreAllMocks();
});

function context(settings: Record<string, string> = {}) {
  const base = webContext();
  return { ...base, env: { ...base.env, ...settings } };
}

function record(path: string, headers: Record<string, string>, settings: Record<string, string> = {}, status = 200) {
  const request = new Request(`https://porchlight.example${path}`, { headers });
  recordDocument(request, context(settings), [{ params: {} }, { params: { userId: '17' } }], status);
}

function send(body: string, headers: Record<string, string> = {}, settings: Record<string, string> = {}) {
  const init = { method: 'POST', body, headers: { 'Content-Length': String(body.length), ...headers } };
  return answerView(new Request('https://porchlight.example/resources/view', init), context(settings), hour);
}

describe('page views', () => {
  test('logs one page view per document, with `:userId` for the id and without the query (ANALYT-001, 002, 011, 015)', () => {
    record('/manage/17/schedule?token=secret', SHOWN);
    expect(lines).toEqual([{ level: 'info', event: 'page_view', path: '/manage/:userId/schedule', release: '8.21.0-beta.2' }]);
  });

  test.each<[string, string, Record<string, string>, Record<string, string>, number]>([
    ['under the E2E flag (ANALYT-012)', '/', SHOWN, { E2E: '1' }, 200],
    ['with Global Privacy Control', '/', { ...SHOWN, 'Sec-GPC': '1' }, {}, 200],
    ['with Do Not Track', '/', { ...SHOWN, DNT: '1' }, {}, 200],
    ['requested by fetch', '/', { 'Sec-Fetch-Mode': 'cors' }, {}, 200],
    ['without Fetch Metadata', '/', {}, {}, 200],
    ['that is a prefetch', '/', { ...SHOWN, 'Sec-Purpose': 'prefetch' }, {}, 200],
    ['of the logout page (ANALYT-004)', '/logout', SHOWN, {}, 200],
    ['that is not found', '/', SHOWN, {}, 404],
  ])('does not count a document %s', (_, path, headers, settings, status) => {
    record(path, headers, settings, status);
    expect(lines).toEqual([]);
  });

  test('ignores an empty E2E flag', () => {
    record('/', SHOWN, { E2E: '' });
    expect(lines).toHaveLength(1);
  });

  test('counts a page reached by script', async () => {
    expect((await send('/notifications/:notifId')).status).toBe(204);
    expect(lines).toMatchObject([{ event: 'page_view', path: '/notifications/:notifId' }]);
  });

  test.each([
    ['an id', '/manage/01JBZQ5X2M7W3K8Y4T6V9R0C1D'],
    ['a query', '/verify?token=secret'],
    ['an email address', '/manage/mia@example.com'],
    ['a path that is too long', `/${'a'.repeat(200)}`],
    ['an empty path', ''],
  ])('refuses a page view with %s', async (_, body) => {
    expect((await send(body)).status).toBe(400);
    expect(lines).toEqual([]);
  });

  test('does not count a page reached by script with Global Privacy Control or under the E2E flag', async () => {
    expect((await send('/my-family', { 'Sec-GPC': '1' })).status).toBe(204);
    expect((await send('/my-family', {}, { E2E: 'true' })).status).toBe(204);
    expect(lines).toEqual([]);
  });

  test('returns 429 after 120 page views of one network', async () => {
    const statuses: Array<number> = [];
    for (let count = 0; count < 121; count++) statuses.push((await send('/my-family')).status);
    expect([statuses[119], statuses[120], lines.length]).toEqual([204, 429, 120]);
  });
});
