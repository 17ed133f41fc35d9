import { afterEach, describe, expect, test, vi } from 'vitest';
import { type OutsideServices, startOutsideServices } from '#tests/fakes/outside-services.ts';
import { webContext } from '#tests/web-context.ts';
import { sendError, sendPageView, sendTrace } from './telemetry.server';

const REPORT = {
  from: 'browser' as const,
  reference: 'abc',
  method: 'GET',
  path: '/manage/<id>/schedule',
  name: 'TypeError',
  message: 'x is not a function',
  stack: 'at y',
  componentStack: 'at Page',
};
const TRACE = { path: '/manage/:userId/schedule', startedAt: 1_000, endedAt: 1_250, status: 200 };

let services: OutsideServices | null = null;
afterEach(async () => {
  await services?.close();
  services = null;
  vi.restoreAllMocks();
});

/** Creates a context whose background work the test can await. */
function context(settings: Record<string, string>) {
  const works: Array<Promise<unknown>> = [];
  const { env, ...rest } = webContext();
  return { works, given: { ...rest, env: { ...env, ...settings }, waitUntil: (work: Promise<unknown>) => void works.push(work) } };
}

describe('telemetry', () => {
  test('sends an error to the error service with version, reference and location (ANALYT-006, 013, 016)', async () => {
    services = await startOutsideServices();
    const { given, works } = context({ SENTRY_DSN: services.dsn, APP_ENV: 'demonstration' });
    sendError(REPORT, given);
    await Promise.all(works);
    expect(services.events('event')).toMatchObject([
      {
        release: '8.21.0-beta.2',
        environment: 'demonstration',
        level: 'error',
        exception: { values: [{ type: 'TypeError', value: 'x is not a function' }] },
        request: { method: 'GET', url: '/manage/<id>/schedule' },
        tags: { from: 'browser', reference: 'abc' },
        extra: { stack: 'at y', componentStack: 'at Page' },
      },
    ]);
    expect(services.received[0]?.headers['x-sentry-auth']).toContain('sentry_key=public-key');
    expect(services.received[0]?.headers['content-type']).toBe('application/x-sentry-envelope');
  });

  test.each([
    ['an error', 0.24, 1],
    ['an error', 0.26, 0],
    ['a time', 0.04, 1],
    ['a time', 0.06, 0],
  ])('in production, %s with the random number %d is sent %d times (ANALYT-008, 010)', async (what, random, times) => {
    services = await startOutsideServices();
    const { given, works } = context({ SENTRY_DSN: services.dsn });
    if (what === 'an error') sendError(REPORT, given, () => random);
    else sendTrace(TRACE, given, () => random);
    await Promise.all(works);
    expect(services.received).toHaveLength(times);
  });

  test('sends the timing of a document as a transaction of its path', async () => {
    services = await startOutsideServices();
    const { given, works } = context({ SENTRY_DSN: services.dsn, APP_ENV: 'demonstration' });
    sendTrace(TRACE, given);
    await Promise.all(works);
    expect(services.events('transaction')).toMatchObject([
      { type: 'transaction', transaction: '/manage/:userId/schedule', start_timestamp: 1, timestamp: 1.25, release: '8.21.0-beta.2' },
    ]);
  });

  test('sends a page view only to the analytics service (ANALYT-005)', async () => {
    services = await startOutsideServices();
    const { given, works } = context({ SENTRY_DSN: services.dsn, ANALYTICS_URL: services.analyticsUrl });
    sendPageView('/my-family', given);
    await Promise.all(works);
    expect(services.pageViews()).toMatchObject([
      { event: 'page_view', path: '/my-family', release: '8.21.0-beta.2', environment: 'production' },
    ]);
    expect(services.received).toHaveLength(1);
  });

  test.each<Record<string, string>>([{}, { SENTRY_DSN: '', ANALYTICS_URL: '' }])(
    'calls no external service without settings: %j (A78)',
    (settings) => {
      const call = vi.spyOn(globalThis, 'fetch');
      const { given, works } = context({ APP_ENV: 'demonstration', ...settings });
      sendError(REPORT, given);
      sendTrace(TRACE, given);
      sendPageView('/', given);
      expect([works, call.mock.calls]).toEqual([[], []]);
    },
  );

  test('logs a line when a service fails or is unreachable', async () => {
    const lines: Array<string> = [];
    vi.spyOn(console, 'warn').mockImplementation((line: string) => void lines.push(line));
    services = await startOutsideServices(500);
    const broken = context({ SENTRY_DSN: services.dsn, APP_ENV: 'demonstration', ANALYTICS_URL: 'http://127.0.0.1:1/' });
    sendError(REPORT, broken.given);
    sendPageView('/', broken.given);
    sendError(REPORT, context({ SENTRY_DSN: 'nonsense', APP_ENV: 'demonstration' }).given);
    await Promise.all(broken.works);
    expect(lines).toHaveLength(3);
    expect(lines.join()).toContain('SENTRY_DSN: returned 500');
  });
});
