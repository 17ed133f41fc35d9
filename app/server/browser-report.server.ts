import type { AppLoadContext } from '@remix-run/cloudflare';
import * as z from 'zod';
import { readBody } from '~/wire/read-body';
import { createRateLimiter } from './rate-limit.server';
import { reportFromBrowser } from './report.server';

/** Four texts of at most 2,000 characters, four bytes each. */
const MAX_BYTES = 32 * 1024;
/** The first ones of a minute tell what there is to tell. */
const hasRoom = createRateLimiter({ perNetwork: 10, perWide: 100, perMinute: 600 });

const reportSchema = z.object({
  name: z.string().max(100),
  message: z.string().max(2000),
  stack: z.string().max(2000).optional(),
  componentStack: z.string().max(2000).optional(),
  path: z.string().max(2000).startsWith('/'),
});

/** Answers POST /resources/report: `{ reference }`, or 413, 429 or 400 with nothing. That it comes from a page of ours is the front door's care. */
export async function answerBrowserReport(request: Request, context: AppLoadContext, now: number = Date.now()): Promise<Response> {
  // A browser tells the length of a text; what does not is none.
  if (Number(request.headers.get('Content-Length') ?? Number.POSITIVE_INFINITY) > MAX_BYTES) return new Response(null, { status: 413 });
  if (!hasRoom(context.networks, now)) return new Response(null, { status: 429 });
  const told = reportSchema.safeParse(await readJson(request));
  if (!told.success) return new Response(null, { status: 400 });
  const { path, ...words } = told.data;
  reportFromBrowser(words, path, context);
  return Response.json({ reference: context.reference });
}

/** Null for what is no JSON, is too long or does not arrive. */
async function readJson(request: Request): Promise<unknown> {
  try {
    return JSON.parse(new TextDecoder().decode(await readBody(request, MAX_BYTES)));
  } catch {
    return null;
  }
}
