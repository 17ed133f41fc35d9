import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { APP_VERSION } from '#app/domain/app-version';
import { webContext } from '#tests/web-context.ts';
import { answerBrowserReport } from './browser-report.server';

const REPORT = { name: 'TypeError', message: 'x is not a function', stack: 'at y', componentStack: 'at Page', path: '/manage/1/schedule' };
let hour = 0;
let lines: Array<Record<string, unknown>> = [];

beforeEach(() => {
  hour += 3_600_000;
  lines = [];
  vi.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(JSON.parse(line)));
});
afterEach(() => {
  vi.restoreAllMocks();
});

function network(narrow: string, wide: string | null = null) {
  return { narrow, wide };
}

function send(body: string, now = hour, length = String(body.length), networks = network('192.0.2.1')) {
  const request = new Request('https://porchlight.example/resources/report', {
    method: 'POST',
    body,
    headers: { 'Content-Length': length },
  });
  return answerBrowserReport(request, { ...webContext(), networks }, now);
}

describe('answerBrowserReport', () => {
  test('logs the error under the reference that it returns', async () => {
    const answer = await send(JSON.stringify(REPORT));
    expect(await answer.json()).toEqual({ reference: 'reference' });
    expect(lines).toEqual([{ level: 'error', release: APP_VERSION, from: 'browser', reference: 'reference', method: 'GET', ...REPORT }]);
  });

  test("does not log a path's query, because queries may contain tokens", async () => {
    await send(JSON.stringify({ ...REPORT, path: '/verify?token=secret#x' }));
    expect(lines[0]?.path).toBe('/verify');
    expect(JSON.stringify(lines)).not.toContain('secret');
  });

  test('does not log personal data or secrets in any field (ANALYT-014)', async () => {
    await send(JSON.stringify({ ...REPORT, name: 'mia@example.com', message: 'password=hunter2', path: '/reset/abcDEF123456' }));
    expect(JSON.stringify(lines)).not.toMatch(/mia@|hunter2|abcDEF/);
  });

  test.each([
    ['invalid JSON', '{', 400],
    ['another shape', JSON.stringify({ ...REPORT, message: 3 }), 400],
    ['a text that is too long', JSON.stringify({ ...REPORT, message: 'x'.repeat(2001) }), 400],
    ['a path on another site', JSON.stringify({ ...REPORT, path: 'https://evil.example/' }), 400],
    ['a body that is too long', JSON.stringify({ ...REPORT, more: 'x'.repeat(33_000) }), 413],
  ])('refuses %s without a log line', async (_name, body, status) => {
    expect((await send(body)).status).toBe(status);
    expect(lines).toEqual([]);
  });

  test('logs a path unchanged when it looks like a host', async () => {
    await send(JSON.stringify({ ...REPORT, path: '//evil.example/x' }));
    expect(lines[0]?.path).toBe('//evil.example/x');
  });

  test('limits one network to ten lines per minute without affecting others', async () => {
    const report = JSON.stringify(REPORT);
    const statuses: Array<number> = [];
    for (let count = 0; count < 11; count++) statuses.push((await send(report)).status);
    expect([statuses[9], statuses[10], lines.length]).toEqual([200, 429, 10]);
    expect((await send(report, hour, undefined, network('192.0.2.2'))).status).toBe(200);
    expect((await send(report, hour + 60_000)).status).toBe(200);
  });

  test('limits all networks together to six hundred lines per minute', async () => {
    for (let count = 0; count < 600; count++) await send(JSON.stringify(REPORT), hour, undefined, network(`198.51.100.${count}`));
    expect(lines).toHaveLength(600);
    expect((await send(JSON.stringify(REPORT), hour, undefined, network('192.0.2.3'))).status).toBe(429);
  });

  test('limits the networks of one /48 to a hundred lines per minute without affecting others', async () => {
    const report = JSON.stringify(REPORT);
    const from = (index: number) => network(`2001:db8:0:${index.toString(16)}::/64`, '2001:db8:0::/48');
    for (let index = 0; index < 110; index++) await send(report, hour, undefined, from(index));
    expect(lines).toHaveLength(100);
    expect((await send(report, hour, undefined, network('2001:db8:1:0::/64', '2001:db8:1::/48'))).status).toBe(200);
  });
});
