import type { AppLoadContext } from '@remix-run/cloudflare';

type About = { reference: string; method: string; url: string };
type Told = { name: string; message: string; stack?: string | undefined };

const reported = new WeakSet<AppLoadContext>();

/**
 * Writes one line of JSON for an error that nobody expected (8.2.14, A98). Only these fields, by allow list: a path without its query,
 * for queries carry tokens, and no header or body.
 */
export function report(error: unknown, about: About): void {
  write(error instanceof Error ? error : { name: 'thrown', message: inWords(error) }, about, {});
}

/** The same for an error of one request, once: whoever meets it first knows most. A reader who left is no error. */
export function reportOnce(error: unknown, request: Request, context: AppLoadContext): void {
  if (request.signal.aborted || reported.has(context)) return;
  reported.add(context);
  report(error, { reference: context.reference, method: request.method, url: request.url });
}

/** The same for what a browser says about itself: its words, so they are marked as such. */
export function reportFromBrowser(told: Told, about: About): void {
  write(told, about, { from: 'browser' });
}

function write({ name, message, stack }: Told, { reference, method, url }: About, mark: { from?: 'browser' }): void {
  console.error(JSON.stringify({ level: 'error', ...mark, reference, method, path: new URL(url).pathname, name, message, stack }));
}

function inWords(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'status' in error) return `status ${String(error.status)}`;
  return String(error);
}
