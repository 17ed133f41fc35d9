import type { AppLoadContext } from '@remix-run/cloudflare';
import * as z from 'zod';
import { reportFromBrowser } from './report.server';

/** Three texts of 2,000 characters, four bytes each at most, and their frame. */
const MAX_BYTES = 32 * 1024;
/** A storm: the first ones of a minute tell what there is to tell. Of one caller few, so that nobody can silence the others. */
const MAX_PER_CALLER = 10;
const MAX_PER_MINUTE = 600;
const MINUTE_MS = 60_000;

const reportSchema = z.object({
  name: z.string().max(100),
  message: z.string().max(2000),
  stack: z.string().max(2000).optional(),
  path: z.string().max(2000).startsWith('/'),
});

let minute = { startedAt: 0, count: 0, callers: new Map<string, number>() };

/** Answers POST /resources/report: `{ reference }`, or 413, 429 or 400 with nothing. That it comes from a page of ours is the front door's care. */
export async function answerBrowserReport(request: Request, context: AppLoadContext, now: number = Date.now()): Promise<Response> {
  // A browser tells the length of a text; what does not is none.
  if (Number(request.headers.get('Content-Length') ?? Number.POSITIVE_INFINITY) > MAX_BYTES) return new Response(null, { status: 413 });
  if (!hasRoom(context.ip, now)) return new Response(null, { status: 429 });
  const told = reportSchema.safeParse(await request.json().catch(() => null));
  if (!told.success) return new Response(null, { status: 400 });
  const { name, message, stack, path } = told.data;
  // Only its path is written, so where it leads does not matter.
  const url = new URL(request.url);
  url.pathname = path.split(/[?#]/)[0] ?? '/';
  reportFromBrowser({ name, message, stack }, { reference: context.reference, method: 'GET', url: url.href });
  return Response.json({ reference: context.reference });
}

function hasRoom(caller: string, now: number): boolean {
  if (now - minute.startedAt >= MINUTE_MS) minute = { startedAt: now, count: 0, callers: new Map() };
  const own = (minute.callers.get(caller) ?? 0) + 1;
  if (own > MAX_PER_CALLER || minute.count >= MAX_PER_MINUTE) return false;
  minute.count += 1;
  minute.callers.set(caller, own);
  return true;
}
