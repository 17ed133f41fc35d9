import type { AppLoadContext } from '@remix-run/cloudflare';
import { APP_VERSION } from '../domain/app-version.ts';
import { isTrackedPath, MAX_TRACKED_PATH, toTrackedPath } from '../domain/page-view.ts';
import { readBody } from '../wire/read-body.ts';
import { createRateLimiter } from './rate-limit.server.ts';
import { sendPageView, sendTrace } from './telemetry.server.ts';

const hasRoom = createRateLimiter({ perNetwork: 120, perWide: 1200, perMinute: 6000 });

type Match = { params: Readonly<Record<string, string | undefined>> };

/** True if the view of this request may be counted: not under the E2E flag (9.4.4), and not for users who opt out (Sec-GPC, DNT). */
export function countsViews(request: Request, { env }: AppLoadContext): boolean {
  const isOn = env.E2E === undefined || env.E2E === '' || env.E2E === 'false';
  return isOn && request.headers.get('Sec-GPC') !== '1' && request.headers.get('DNT') !== '1';
}

/**
 * Counts the view of a document with status 200, with or without JavaScript. Fetches, prefetches and crawlers do not count. Also sends the
 * timing of every document with a countable path to the traces.
 */
export function recordDocument(request: Request, context: AppLoadContext, matches: ReadonlyArray<Match>, status: number): void {
  const path = toTrackedPath(new URL(request.url).pathname, matches.at(-1)?.params ?? {});
  if (path === null) return;
  sendTrace({ path, startedAt: context.startedAt, endedAt: Date.now(), status }, context);
  const isShown = request.headers.get('Sec-Fetch-Mode') === 'navigate' && !request.headers.has('Sec-Purpose');
  if (isShown && status === 200 && countsViews(request, context)) count(path, context);
}

/** Handles POST /resources/view: the path of a page opened by script, as text. Responds with an empty 204, 400 or 429. */
export async function answerView(request: Request, context: AppLoadContext, now: number = Date.now()): Promise<Response> {
  if (Number(request.headers.get('Content-Length') ?? Number.POSITIVE_INFINITY) > MAX_TRACKED_PATH)
    return new Response(null, { status: 400 });
  if (!hasRoom(context.networks, now)) return new Response(null, { status: 429 });
  const body = await readBody(request, MAX_TRACKED_PATH).catch(() => new Uint8Array());
  const path = new TextDecoder().decode(body);
  if (!isTrackedPath(path)) return new Response(null, { status: 400 });
  if (countsViews(request, context)) count(path, context);
  return new Response(null, { status: 204 });
}

function count(path: string, context: AppLoadContext): void {
  console.log(JSON.stringify({ level: 'info', event: 'page_view', path, release: APP_VERSION }));
  sendPageView(path, context);
}
