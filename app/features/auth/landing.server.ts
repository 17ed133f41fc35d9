import type { AppLoadContext } from '@remix-run/cloudflare';
import { type Landing, readFlow, updateFlow } from '~/server/flow.server';

const MAX = 64;

/** The landing state after a visit of /signup/{groupId?}: a group clears the coupon, a coupon given with it wins (A07, 2.5). */
export function toLanding(before: Landing | null, visit: { groupId: string | null; coupon: string | null; gclid: string | null }): Landing {
  const coupon = visit.coupon ?? (visit.groupId === null ? (before?.coupon ?? null) : null);
  return { groupId: visit.groupId ?? before?.groupId ?? null, coupon, gclid: visit.gclid ?? before?.gclid ?? null };
}

/** Keeps where a visitor came from for the time until the account is made. */
export async function rememberLanding(request: Request, context: AppLoadContext, groupId: string | null): Promise<void> {
  const { searchParams } = new URL(request.url);
  const take = (name: string) => searchParams.get(name)?.slice(0, MAX) ?? null;
  const visit = { groupId: groupId?.slice(0, MAX) ?? null, coupon: take('coupon'), gclid: take('gclid') };
  if (visit.groupId === null && visit.coupon === null && visit.gclid === null) return;
  const { landing } = await readFlow(request, context);
  await updateFlow(request, context, { landing: toLanding(landing, visit) });
}
