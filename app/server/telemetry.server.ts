import type { AppLoadContext } from '@remix-run/cloudflare';
import { APP_VERSION } from '../domain/app-version.ts';
import { ERROR_SAMPLING, isSampled, TRACE_SAMPLING } from '../domain/sampling.ts';

/** An error report for an outside service: scrubbed, the path without its query, no headers, no body (7.26.4). */
export type Report = {
  from: 'browser' | 'server';
  reference: string;
  method: string;
  path: string;
  name: string;
  message: string;
  stack?: string | undefined;
  /** React's component stack, innermost first. */
  componentStack?: string | undefined;
};

/** Timing of a document. `path` has placeholders for ids, as in page views; times are epoch ms. */
export type Trace = { path: string; startedAt: number; endedAt: number; status: number };

/** Timeout of an outside service. No response waits for it. */
const PATIENCE_MS = 5000;

/** Sends an error to the error service, if one is configured and the error is sampled (A78, 9.4.1). */
export function sendError(report: Report, context: AppLoadContext, random?: () => number): void {
  if (!isSampled(ERROR_SAMPLING, isDev(context), random)) return;
  const { from, reference, method, path, name, message, stack, componentStack } = report;
  sendToService(context, 'event', {
    ...common(context),
    level: 'error',
    timestamp: Date.now() / 1000,
    exception: { values: [{ type: name, value: message }] },
    request: { method, url: path },
    tags: { from, reference },
    extra: { stack, componentStack },
  });
}

/** Sends the timing of a document to the error service, if one is configured and the timing is sampled (9.4.2). */
export function sendTrace({ path, startedAt, endedAt, status }: Trace, context: AppLoadContext, random?: () => number): void {
  if (!isSampled(TRACE_SAMPLING, isDev(context), random)) return;
  sendToService(context, 'transaction', {
    ...common(context),
    type: 'transaction',
    transaction: path,
    start_timestamp: startedAt / 1000,
    timestamp: endedAt / 1000,
    tags: { status },
    contexts: { trace: { trace_id: newId(), span_id: newId().slice(0, 16), op: 'http.server' } },
  });
}

/** Sends a page view to the analytics service, if one is configured (A78). */
export function sendPageView(path: string, context: AppLoadContext): void {
  const url = context.env.ANALYTICS_URL;
  if (url === undefined || url === '') return;
  const event = { event: 'page_view', path, release: APP_VERSION, environment: environment(context), at: new Date().toISOString() };
  send(context, 'ANALYTICS_URL', url, { 'Content-Type': 'application/json' }, JSON.stringify(event));
}

function common(context: AppLoadContext) {
  return { event_id: newId(), platform: 'javascript', release: APP_VERSION, environment: environment(context) };
}

/** Sends one envelope of the Sentry protocol. DSN: `https://{key}@{host}/{path/}{project}`. */
function sendToService(
  context: AppLoadContext,
  type: 'event' | 'transaction',
  payload: { event_id: string } & Record<string, unknown>,
): void {
  const dsn = context.env.SENTRY_DSN;
  if (dsn === undefined || dsn === '') return;
  const target = URL.canParse(dsn) ? new URL(dsn) : null;
  const [, folder = '', project] = /^(\/.*?)?\/(\w+)\/?$/.exec(target?.pathname ?? '') ?? [];
  if (target === null || project === undefined) {
    warn('SENTRY_DSN', 'must be an address with a key and a project');
    return;
  }
  const headers = {
    'Content-Type': 'application/x-sentry-envelope',
    'X-Sentry-Auth': `Sentry sentry_version=7, sentry_client=porchlight/${APP_VERSION}, sentry_key=${target.username}`,
  };
  const lines = [{ event_id: payload.event_id, sent_at: new Date().toISOString() }, { type }, payload];
  send(
    context,
    'SENTRY_DSN',
    `${target.origin}${folder}/api/${project}/envelope/`,
    headers,
    `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`,
  );
}

/** Sends a request in the background, without delaying the response. Logs a failure. */
function send(context: AppLoadContext, setting: string, url: string, headers: Record<string, string>, body: string): void {
  const call = async () => {
    try {
      const response = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(PATIENCE_MS) });
      await response.body?.cancel();
      if (!response.ok) warn(setting, `returned ${response.status}`);
    } catch (error) {
      warn(setting, error instanceof Error ? error.message : String(error));
    }
  };
  context.waitUntil(call());
}

function warn(setting: string, message: string): void {
  console.warn(JSON.stringify({ level: 'warn', message: `${setting}: ${message}` }));
}

function isDev(context: AppLoadContext): boolean {
  return context.env.APP_ENV === 'demonstration';
}

function environment(context: AppLoadContext): string {
  return context.env.APP_ENV ?? 'production';
}

function newId(): string {
  return crypto.randomUUID().replaceAll('-', '');
}
