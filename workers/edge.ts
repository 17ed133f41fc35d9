import * as z from 'zod';
import type { LoadContext } from '#app/context.ts';

const edgeSchema = z.object({
  timezone: z.string().max(64).optional(),
  city: z.string().max(80).optional(),
  country: z.string().max(8).optional(),
});

/** Returns what Cloudflare's edge knows about the caller (`request.cf`). All values are null elsewhere. */
export function edgeOf(request: Request): LoadContext['edge'] {
  const { timezone = null, city, country } = edgeSchema.safeParse('cf' in request ? request.cf : null).data ?? {};
  const place = [city, country].filter((part) => part !== undefined && part !== '').join(', ');
  return { timeZone: timezone, place: place === '' ? null : place };
}
