import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { requireParent } from '#app/server/guards.server';

/** Returns the number of the family's last change, by which a page knows whether to load again. Called by script. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { account } = await requireParent(request, context);
  return Response.json({ seq: account.seq }, { headers: { 'Cache-Control': 'no-store' } });
}
