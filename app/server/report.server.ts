import type { AppLoadContext } from '@remix-run/cloudflare';
import { APP_VERSION } from '../domain/app-version.ts';
import { scrub } from '../domain/scrub.ts';
import { type Report, sendError } from './telemetry.server.ts';

type ReportedError = { name: string; message: string; stack?: string | undefined; componentStack?: string | undefined };

const reported = new WeakSet<AppLoadContext>();

/**
 * Reports an unexpected error (8.2.14, A98): one line of JSON in the log, and the error service if configured. Sends no headers, no body
 * and no query, which may contain tokens.
 */
export function report(error: unknown, request: Request, context: AppLoadContext): void {
  const told = error instanceof Error ? error : { name: 'thrown', message: inWords(error) };
  logReport({ from: 'server', method: request.method, path: new URL(request.url).pathname }, told, context);
}

/** Reports an error of a request only once, at the first place that catches it. Ignores aborted requests. */
export function reportOnce(error: unknown, request: Request, context: AppLoadContext): void {
  if (request.signal.aborted || reported.has(context)) return;
  reported.add(context);
  report(error, request, context);
}

/** Reports an error that a browser sent for the page `path`. The texts are untrusted; `from: 'browser'` marks them. */
export function reportFromBrowser(told: ReportedError, path: string, context: AppLoadContext): void {
  logReport({ from: 'browser', method: 'GET', path: path.split(/[?#]/)[0] ?? '/' }, told, context);
}

function logReport(
  about: Pick<Report, 'from' | 'method' | 'path'>,
  { name, message, stack, componentStack }: ReportedError,
  context: AppLoadContext,
) {
  const { reference } = context;
  const clean = (text: string | undefined) => (text === undefined ? undefined : scrub(text));
  const errorFields = { name: scrub(name), message: scrub(message), stack: clean(stack), componentStack: clean(componentStack) };
  const report = { ...about, path: scrub(about.path), reference, ...errorFields };
  console.error(JSON.stringify({ level: 'error', release: APP_VERSION, ...report }));
  sendError(report, context);
}

function inWords(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'status' in error) return `status ${String(error.status)}`;
  return String(error);
}
