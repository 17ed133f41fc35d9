import { formMessage, newFormToken, replyInvalid, type SubmittedForm } from '#app/server/form.server';
import { type Failure, type FormAnswer, replyFailure } from '#app/server/form-action.server';
import { ERROR_CODES } from '#app/wire/errors';
import { withCheckLink } from './check-link';
import { toDeclined } from './payment/card-check';
import { PLANS_PATH } from './plan-facts';

/** Reads the plan’s state at the provider again, and leads to the plan. */
const CHECK_AGAIN = { to: `${PLANS_PATH}/return`, key: 'plans.check_again' };

const DECLINES = ['insufficient_funds', 'expired_card', 'authentication_required', 'processing_error', 'trial_used'];

/** Messages about a refused purchase or change, by reason or code. */
const MESSAGES = {
  subscribed: formMessage('plans.subscribed', {}, { to: PLANS_PATH, key: 'plans.see_plan' }),
  pending: formMessage('plans.pending', {}, CHECK_AGAIN),
  price: formMessage('plans.price_changed'),
  stale: formMessage('plans.stale', {}, CHECK_AGAIN),
  [ERROR_CODES.insufficientPrivileges]: formMessage('plans.not_offered', {}, { to: PLANS_PATH, key: 'plans.see_plan' }),
  [ERROR_CODES.couponInvalid]: formMessage('plans.coupon_gone'),
};

/**
 * Shows a form again, with a new token, if it came without one: only the token tells a repeated form from another purchase (A197). Null for a form with
 * a token.
 */
export function refuseWithoutToken(form: SubmittedForm): FormAnswer | null {
  if (form.token !== '') return null;
  return replyInvalid({ ...form, token: newFormToken() }, { notice: formMessage('plans.form_incomplete') });
}

/** Why a card was declined, as a text key knows it; null if the failure is something else. */
export function declineOf(failure: Failure): string | null {
  if (failure.kind === 'unknown' || failure.refusal.details.reason !== 'declined') return null;
  const code = failure.refusal.details.fields?.token ?? '';
  return DECLINES.includes(code) ? code : 'generic';
}

/**
 * Shows the form again after a failed call to the provider. A missing answer means that the outcome is unknown, which the message says; nothing is
 * sent again. After a refusal, the form gets a new token, so that the same card can be tried again.
 */
export function refusePlanForm(
  form: SubmittedForm,
  failure: Failure,
  unknown: 'plans.unknown_payment' | 'plans.unknown_change',
): FormAnswer {
  if (failure.kind === 'unknown') return replyInvalid(form, { notice: withCheckLink(formMessage(unknown)) }, 503);
  const code = declineOf(failure);
  const again = { ...form, token: newFormToken() };
  if (code === null) return replyFailure(again, failure, { messages: MESSAGES });
  return replyInvalid(
    again,
    form.fields.has('number') ? { lastResult: toDeclined(form.fields, code) } : { notice: formMessage(`plans.declined_${code}`) },
  );
}
