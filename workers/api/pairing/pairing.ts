import { normalizeEmail } from '#app/domain/credentials';
import { MESSAGES, normalisePairingCode, PAIRING_CODE_LIFE_MS } from '#app/domain/pairing';
import { type EnrolAnswer, type EnrolBody, enrolDevice } from '#app/wire/device';
import { ERROR_CODES, invalid, invalidPairingCode, Refusal } from '#app/wire/errors';
import { pairingSchema } from '#app/wire/family';
import type { Caller } from '../caller';
import { releaseCodeAttempt, reserveCodeAttempt } from '../directory/attempts';
import { directoryFor } from '../directory/names';
import type { ApiEnv } from '../env';
import { findFamily, unwrap } from '../family-of';

type PairingQuery = { email?: string | undefined; pair_id?: string | undefined; token?: string | undefined };
/** A pairing as its page shows it. `isOver`: the pairing expired unused, or its device was removed. */
type Described = { childName: string; isPaired: boolean; isOver: boolean };

/** Maximum number of tries to find an unused code. With 40 random bits, the first try nearly always succeeds. */
const DRAWS = 5;

/**
 * Returns the pairing of a link; an unknown pairing is over (S60).
 * @throws Refusal with the specification's texts
 */
export async function describePairing(env: ApiEnv, query: PairingQuery): Promise<Described> {
  if (!query.email || !query.pair_id) throw invalid(MESSAGES.missingEmailOrPairId);
  const family = findFamily(env, query.token?.split('.')[0] ?? '');
  const described =
    family === null ? 'bad-token' : await family.describePairing(normalizeEmail(query.email), query.pair_id, query.token ?? '');
  if (described === 'bad-token') throw invalid(MESSAGES.invalidAccountToken);
  return described ?? { childName: '', isPaired: false, isOver: true };
}

/**
 * Enrolls a device by code, or by pair_id and token, for POST /device/enrol (S61). Wrong codes are counted by network (A134). Calls `meet`
 * with the account to which the code or token belongs.
 * @throws Refusal
 */
export async function enrol(env: ApiEnv, body: EnrolBody, caller: Caller, meet: (accountId: string) => void): Promise<EnrolAnswer> {
  if ('code' in body) return enrolByCode(env, body, caller, meet);
  const accountId = body.token.split('.')[0] ?? '';
  const family = findFamily(env, accountId);
  if (family === null) throw invalid(MESSAGES.invalidAccountToken);
  meet(accountId);
  if (!(await family.isToken(body.token))) throw invalid(MESSAGES.invalidAccountToken);
  return enrolDevice.output.parse(unwrap(await family.enrol(body.pair_id, body)));
}

async function enrolByCode(
  env: ApiEnv,
  body: EnrolBody & { code: string },
  caller: Caller,
  meet: (accountId: string) => void,
): Promise<EnrolAnswer> {
  if (!(await reserveCodeAttempt(env, caller.ip)))
    throw new Refusal(ERROR_CODES.rateLimited, 403, 'Too many invalid codes, try again in 15 minutes');
  const code = normalisePairingCode(body.code);
  const entry = code === null ? null : await directoryFor(env, 'pair', code).getState();
  if (entry === null || entry.state === 'free') throw invalidPairingCode();
  const family = findFamily(env, entry.owner);
  if (family === null) throw invalidPairingCode();
  meet(entry.owner);
  try {
    const answer = enrolDevice.output.parse(unwrap(await family.enrol(entry.detail, body)));
    await releaseCodeAttempt(env, caller.ip);
    return answer;
  } catch (error) {
    // A correct code that is refused for another reason, such as the plan's limit, is not counted as wrong.
    if (!(error instanceof Refusal) || error.details.reason !== 'code') await releaseCodeAttempt(env, caller.ip);
    throw error;
  }
}

/**
 * Registers the code of a new pairing in the directory. Renews the code if another pairing uses it. `answer` is the family's response to
 * POST /device. Returns the response with the final code.
 */
export async function registerCode(env: ApiEnv, accountId: string, answer: Response): Promise<Response> {
  const pairing = pairingSchema.parse(await answer.json());
  const family = findFamily(env, accountId);
  if (pairing.device_id !== null || family === null) return Response.json(pairing);
  let { code, code_expires_ts } = pairing;
  for (let draw = 0; draw < DRAWS; draw++) {
    const directory = directoryFor(env, 'pair', code);
    if (await directory.reserve(accountId, pairing.pair_id, PAIRING_CODE_LIFE_MS)) break;
    const entry = await directory.getState();
    if (entry.state !== 'free' && entry.owner === accountId && entry.detail === pairing.pair_id) break;
    ({ code, code_expires_ts } = await family.renewCode(pairing.pair_id));
  }
  return Response.json({ ...pairing, code, code_expires_ts });
}
