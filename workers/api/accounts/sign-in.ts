import { type DeviceDescriptor, type LoginAnswer, login } from '../../../app/wire/account';
import { ERROR_CODES, Refusal } from '../../../app/wire/errors';
import type { Caller } from '../caller';
import { forgiveAttempt, reserveAttempt } from '../directory/attempts';
import { directoryFor } from '../directory/names';
import type { ApiEnv } from '../env';
import { readAuthKey, readEmail } from './credentials';
import { tooMany } from './sign-up';

/** Unknown addresses are asked of one of these empty families, so that they cost what known ones cost (S01). */
const DECOYS = 16;

type LoginBody = { device: DeviceDescriptor; login_obj: { email: string; password: string } };

/**
 * POST /login (S01). An unknown address and a wrong password get the same answer after the same work.
 * @throws Refusal 301, 300, 413
 */
export async function signIn(env: ApiEnv, body: LoginBody, caller: Caller): Promise<LoginAnswer> {
  const email = readEmail(body.login_obj.email);
  const authKey = readAuthKey(body.login_obj.password);
  const who = { email, ip: caller.ip };
  if (!caller.isCounted && !(await reserveAttempt(env, 'login', who))) throw tooMany();
  const standing = await directoryFor(env, 'mail', email).standing();
  const id =
    standing.state === 'confirmed' ? env.FAMILY.idFromString(standing.owner) : env.FAMILY.idFromName(`decoy-${email.length % DECOYS}`);
  const answer = await env.FAMILY.get(id).signIn({ email, authKey, device: body.device });
  if (answer === null) throw new Refusal(ERROR_CODES.invalidPassword, 400, 'Wrong e-mail address or password');
  await forgiveAttempt(env, 'login', who);
  return login.output.parse(answer);
}
