import type { AppLoadContext } from '@remix-run/cloudflare';
import * as z from 'zod';
import { hostCookieName, readCookie, setCookie } from './cookies.server';
import { seal, unseal } from './seal.server';

const LIFE_SECONDS = 30 * 24 * 60 * 60;
/** How long a browser keeps the flow after its last change, in ms. */
export const FLOW_LIFE_MS = LIFE_SECONDS * 1000;

const pairingSchema = z.object({
  pairId: z.string(),
  pairChildName: z.string(),
  childId: z.string(),
  os: z.enum(['iOS', 'android', 'other']),
  code: z.string(),
  codeExpiresAt: z.number(),
  expiresAt: z.number(),
});

/** A pairing in progress, as the parent's browser remembers it (3.15.2). Times are epoch ms. */
export type PairingUnderWay = z.infer<typeof pairingSchema>;

/** Where the visitor came from (3.15.1): `Landing` in app/domain/offer.ts. */
const landingSchema = z.object({
  groupId: z.string().max(64).nullable(),
  isCouponGroup: z.boolean().default(false),
  coupon: z.string().max(64).nullable(),
  gclid: z.string().max(128).nullable(),
  promoTs: z.number().nullable().default(null),
});

/**
 * What a link to the plan page asked for. `chosen`: the value of `chooseSubType`; null after a page has shown it. `back`: the page to
 * return to, or null. Everything expires at `expiresAt` (epoch ms).
 */
const planVisitSchema = z.object({ id: z.string(), chosen: z.string().nullable(), back: z.string().nullable(), expiresAt: z.number() });

const flowSchema = z.object({
  /** Replaces the session ID in calls without a session (A31). */
  visitorId: z.string(),
  /** Path to open after the next login. */
  redirect: z.string().nullable(),
  /** Account that owns the next four fields. */
  accountId: z.string().nullable().default(null),
  pairing: pairingSchema.nullable(),
  /** The last visited panel of /manage (3.15.3). */
  panel: z.string().nullable(),
  /** The last chosen child (A111). */
  childId: z.string().nullable(),
  planVisit: planVisitSchema.nullable().default(null),
  landing: landingSchema.nullable(),
});

/** State that survives a login and a forced logout. A logout by the parent clears it (A30). */
export type Flow = z.infer<typeof flowSchema>;

const NOTHING_OWNED = { pairing: null, panel: null, childId: null, planVisit: null };

function newFlow(): Flow {
  return { visitorId: crypto.randomUUID(), redirect: null, accountId: null, ...NOTHING_OWNED, landing: null };
}

/** Returns the visitor's flow, or a new one. */
export async function readFlow(request: Request, context: AppLoadContext): Promise<Flow> {
  const cookie = readCookie(request, context, hostCookieName(context, 'flow'));
  const opened = cookie === null ? null : await unseal(context.env.SESSION_KEYS, 'flow', cookie, flowSchema);
  return opened?.value ?? newFlow();
}

/** Updates these fields and returns the new flow. Writes no cookie if nothing changes. */
export async function updateFlow(request: Request, context: AppLoadContext, change: Partial<Flow>): Promise<Flow> {
  return changeFlow(context, await readFlow(request, context), change);
}

async function changeFlow(context: AppLoadContext, flow: Flow, change: Partial<Flow>): Promise<Flow> {
  const changed = { ...flow, ...change };
  if (JSON.stringify(changed) === JSON.stringify(flow)) return flow;
  setCookie(context, hostCookieName(context, 'flow'), await seal(context.env.SESSION_KEYS, 'flow', changed, LIFE_SECONDS), LIFE_SECONDS);
  return changed;
}

type OwnFlow = Pick<Flow, keyof typeof NOTHING_OWNED>;

/** Returns the fields that this account stored in this browser. If another account stored them, all are null (A74). */
export async function readOwnFlow(request: Request, context: AppLoadContext, accountId: string): Promise<OwnFlow> {
  return ownOf(await readFlow(request, context), accountId);
}

function ownOf({ accountId: owner, pairing, panel, childId, planVisit }: Flow, accountId: string): OwnFlow {
  return owner === accountId ? { pairing, panel, childId, planVisit } : NOTHING_OWNED;
}

/** Updates the given fields. Fields of another account are discarded. */
export async function updateOwnFlow(request: Request, context: AppLoadContext, accountId: string, change: Partial<OwnFlow>): Promise<void> {
  const flow = await readFlow(request, context);
  await changeFlow(context, flow, { ...ownOf(flow, accountId), accountId, ...change });
}

/** Deletes the flow after a logout by the parent. */
export function dropFlow(context: AppLoadContext): void {
  setCookie(context, hostCookieName(context, 'flow'), '', 0);
}
