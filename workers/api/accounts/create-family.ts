import { createAccount, type LoginAnswer, type SignUpBody } from '#app/wire/account';
import { ERROR_CODES, Refusal } from '#app/wire/errors';
import type { Visitor } from '../caller';
import { newFreeSku } from '../catalogue/catalogue';
import type { ApiEnv } from '../env';
import type { NewAccount } from '../family/accounts/provision';
import { claimOffer } from '../offers/claim';

/**
 * Creates the family of a sign-up, calls `confirm` for the identifiers reserved for `id`, then makes the family permanent (A125). Claims a
 * single-use coupon with the account and releases it if `confirm` fails (A87). Unconfirmed reservations expire by themselves.
 * @throws Refusal code 100 if a reservation has expired, code 433 for an invalid coupon or group
 */
export async function createFamily(
  env: ApiEnv,
  body: SignUpBody,
  { id, ...who }: { id: DurableObjectId } & Pick<NewAccount, 'email' | 'authKey' | 'sso' | 'acctkey'>,
  visitor: Visitor,
  confirm: () => Promise<boolean>,
): Promise<LoginAnswer> {
  const plan = await newFreeSku(env);
  const claim = await claimOffer(env, body, id.toString());
  const family = env.FAMILY.get(id);
  await family.provision({
    ...who,
    userName: body.user_name ?? null,
    locale: body.locale,
    timeZone: body.time_zone,
    marketingOptin: body.marketing_email_optin ?? false,
    plan,
    offer: { groupId: claim.groupId, groupOffer: claim.groupOffer, gclid: body.gclid ?? null, coupon: claim.coupon },
  });
  await claim.confirm();
  if (!(await confirm())) {
    await claim.release();
    throw new Refusal(ERROR_CODES.duplicateEmail, 400, 'The address reservation has expired');
  }
  const answer = await family.confirm(body.device, visitor);
  await claim.markUsed();
  return createAccount.output.parse(answer);
}
