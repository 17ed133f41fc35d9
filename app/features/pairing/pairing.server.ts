import type { AppLoadContext } from '@remix-run/cloudflare';
import type { DeviceOs } from '#app/domain/device';
import type { ChildId } from '#app/domain/ids';
import { MESSAGES } from '#app/domain/pairing';
import type { TimeZone } from '#app/domain/time';
import { type Api, publicCall } from '#app/server/api.server';
import { pairingBase } from '#app/server/endpoint-choice.server';
import type { PairingUnderWay } from '#app/server/flow.server';
import type { Parent } from '#app/server/guards.server';
import { signOutBySystem } from '#app/server/redirect.server';
import { Refusal } from '#app/wire/errors';
import { createPairing, type PairingWire } from '#app/wire/family';
import { confirmPairing } from '#app/wire/system';

/** Timeout of the pairing check, in ms. */
const CHECK_MS = 8000;

/**
 * Starts a pairing for a child of the account or for a new one (S36).
 * @throws Refusal with reason `limit` at the plan's limit, `name_taken` if another child has the new child's name
 */
export async function openPairing(
  api: Api,
  wanted: { os: DeviceOs } & ({ childId: ChildId } | { childName: string; timeZone: TimeZone }),
  idempotencyKey: string,
): Promise<PairingUnderWay> {
  const body =
    'childId' in wanted
      ? { user_id: wanted.childId, os: wanted.os }
      : { child_name: wanted.childName, time_zone: wanted.timeZone, is_new: true, os: wanted.os };
  return fromWirePairing(await api.call(createPairing, { query: {}, body }, { idempotencyKey }));
}

/** Renews the code of an open pairing (A134). */
export async function renewCode(api: Api, pairId: string, idempotencyKey: string): Promise<PairingUnderWay> {
  return fromWirePairing(await api.call(createPairing, { query: {}, body: { pair_id: pairId } }, { idempotencyKey }));
}

/** State of a pairing. `over`: the pairing has ended, or its device was removed. */
export type PairingState = 'waiting' | 'paired' | 'over';

/**
 * Checks whether the device is paired. Returns `waiting` after any failure (8.2.15, A105).
 * @throws Response redirect to the login for an expired token; child's name, pairing and page are kept (4.6.3)
 */
export async function checkPairing(
  request: Request,
  context: AppLoadContext,
  { account }: Parent,
  pairing: PairingUnderWay,
): Promise<PairingState> {
  const query = { email: account.email, pair_id: pairing.pairId, token: account.pairingToken };
  try {
    const check = publicCall(request, context, confirmPairing, { query, body: undefined });
    const { device_paired, is_over } = await within(CHECK_MS, check);
    return device_paired ? 'paired' : is_over === true ? 'over' : 'waiting';
  } catch (error) {
    if (error instanceof Refusal && error.message === MESSAGES.invalidAccountToken)
      throw await signOutBySystem(request, context, 'pair_token');
    return 'waiting';
  }
}

/**
 * Returns the result of `work`.
 * @throws Error if it takes longer than `ms`
 */
async function within<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The pairing check took too long')), ms);
  });
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
}

/** Returns the URL of the pairing service's page that the child's device opens (7.24.2, A134). */
export function toPairingLink(context: AppLoadContext, { account, session }: Parent, pairing: PairingUnderWay): string {
  const url = new URL(`${session.endpoint ?? pairingBase(context)}/pairing`);
  const parts = { email: account.email, pair_id: pairing.pairId, token: account.pairingToken, child_name: pairing.pairChildName };
  for (const [name, value] of Object.entries(parts)) url.searchParams.set(name, value);
  return url.href;
}

function fromWirePairing(wire: PairingWire): PairingUnderWay {
  return {
    pairId: wire.pair_id,
    pairChildName: wire.child_name,
    childId: wire.user_id,
    os: wire.os,
    code: wire.code,
    codeExpiresAt: wire.code_expires_ts,
    expiresAt: wire.expires_ts,
  };
}
