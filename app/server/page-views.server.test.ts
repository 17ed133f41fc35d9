import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { webContext } from '../../tests/web-context.ts';
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
  test('a document is counted once, without id and query (ANALYT-001, 002, 015)', () => {
    record('/manage/17/schedule?token=secret', SHOWN);
    expect(lines).toEqual([{ level: 'info', event: 'page_view', path: '/manage/:userId/schedule', release: '8.21.0-beta.2' }]);
  });

  test.each<[string, string, Record<string, string>, Record<string, string>, number]>([
    ['under the E2E flag (ANALYT-012)', '/', SHOWN, { E2E: '1' }, 200],
    ['of a reader who asks not to be', '/', { ...SHOWN, 'Sec-GPC': '1' }, {}, 200],
    ['of a reader who asked long ago', '/', { ...SHOWN, DNT: '1' }, {}, 200],
    ['that was only fetched', '/', { 'Sec-Fetch-Mode': 'cors' }, {}, 200],
    ['that no browser shows', '/', {}, {}, 200],
    ['that may be wanted next', '/', { ...SHOWN, 'Sec-Purpose': 'prefetch' }, {}, 200],
    ['of the way out (ANALYT-004)', '/logout', SHOWN, {}, 200],
    ['that is not there', '/', SHOWN, {}, 404],
  ])('a document %s is not counted', (_, path, headers, settings, status) => {
    record(path, headers, settings, status);
    expect(lines).toEqual([]);
  });

  test('an empty E2E flag is none', () => {
    record('/', SHOWN, { E2E: '' });
    expect(lines).toHaveLength(1);
  });

  test('a page reached by script is counted', async () => {
    expect((await send('/notifications/:notifId')).status).toBe(204);
    expect(lines).toMatchObject([{ event: 'page_view', path: '/notifications/:notifId' }]);
  });

  test.each([
    ['an id', '/manage/01JBZQ5X2M7W3K8Y4T6V9R0C1D'],
    ['a query', '/verify?token=secret'],
    ['an address', '/manage/mia@example.com'],
    ['much', `/${'a'.repeat(200)}`],
    ['nothing', ''],
  ])('a page view with %s in it is refused', async (_, body) => {
    expect((await send(body)).status).toBe(400);
    expect(lines).toEqual([]);
  });

  test('a page reached by script is not counted of a reader who asks not to be, nor under the flag', async () => {
    expect((await send('/my-family', { 'Sec-GPC': '1' })).status).toBe(204);
    expect((await send('/my-family', {}, { E2E: 'true' })).status).toBe(204);
    expect(lines).toEqual([]);
  });

  test('a storm of one caller ends', async () => {
    const statuses: Array<number> = [];
    for (let count = 0; count < 121; count++) statuses.push((await send('/my-family')).status);
    expect([statuses[119], statuses[120], lines.length]).toEqual([204, 429, 120]);
  });
});
