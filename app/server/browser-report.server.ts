import type { AppLoadContext } from '@remix-run/cloudflare';
import * as z from 'zod';
import { readBody } from '#app/wire/read-body';
import { createRateLimiter } from './rate-limit.server';
import { reportFromBrowser } from './report.server';

/** Room for four texts of 2,000 characters at four bytes each. */
const MAX_BYTES = 32 * 1024;
/** The first reports of a minute are enough to diagnose a fault. */
const hasRoom = createRateLimiter({ perNetwork: 10, perWide: 100, perMinute: 600 });

const reportSchema = z.object({
  name: z.string().max(100),
  message: z.string().max(2000),
  stack: z.string().max(2000).optional(),
  componentStack: z.string().max(2000).optional(),
  path: z.string().max(2000).startsWith('/'),
});

/** Handles POST /resources/report: responds with `{ reference }`, or with an empty 413, 429 or 400. The front door checks the origin. */
export async function answerBrowserReport(request: Request, context: AppLoadContext, now: number = Date.now()): Promise<Response> {
  // Browsers always send Content-Length for a text body.
  if (Number(request.headers.get('Content-Length') ?? Number.POSITIVE_INFINITY) > MAX_BYTES) return new Response(null, { status: 413 });
  if (!hasRoom(context.networks, now)) return new Response(null, { status: 429 });
  const told = reportSchema.safeParse(await readJson(request));
  if (!told.success) return new Response(null, { status: 400 });
  const { path, ...words } = told.data;
  reportFromBrowser(words, path, context);
  return Response.json({ reference: context.reference });
}

/** Returns the parsed body. Null if the body is not JSON, is too long or does not arrive. */
async function readJson(request: Request): Promise<unknown> {
  try {
    return JSON.parse(new TextDecoder().decode(await readBody(request, MAX_BYTES)));
  } catch {
    return null;
  }
}
