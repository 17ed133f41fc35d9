import { PASSWORD_INVALID, SSO_INVALID } from '#app/domain/credentials';
import { EMPTY_AVATAR } from '#app/wire/data';
import {
  busy,
  declined,
  ERROR_CODES,
  type ErrorBody,
  notInPlan,
  notPaidHere,
  priceChanged,
  providerDown,
  Refusal,
  type RefusalReason,
  toErrorBody,
} from '#app/wire/errors';
import { STORED_RULE } from './example-block';
import { NOON } from './examples';

/** A documented refusal and when it occurs. `body` is created by the code that the API uses. */
export type RefusalCase = { status: Refusal['status']; code: number; reason: RefusalReason | null; when: string; body: ErrorBody };

/** All refusals of the API (A33), by their names in the document. */
export const REFUSALS = {
  wrongShape: refusal(
    'A field is missing or invalid; `fields` names it if possible.',
    new Refusal(ERROR_CODES.unknown, 400, 'user_id: Invalid input: expected string, received undefined', {
      fields: { user_id: 'Invalid input: expected string, received undefined' },
    }),
  ),
  noKey: refusal(
    'A change has no `Idempotency-Key` of 1 to 128 characters.',
    new Refusal(ERROR_CODES.unknown, 400, 'Idempotency-Key must have 1 to 128 characters'),
  ),
  replayedKey: refusal(
    'This `Idempotency-Key` was used for another request within 24 hours.',
    new Refusal(ERROR_CODES.unknown, 400, 'This Idempotency-Key was used for another request', { reason: 'replayed_key' }),
  ),
  stale: refusal(
    'The row has changed since `updated_ts`. Nothing was changed, and `current` is the current row.',
    new Refusal(ERROR_CODES.unknown, 400, 'The rule has changed since it was read', { reason: 'stale', current: STORED_RULE }),
  ),
  duplicateEmail: refusal(
    'The address already has an account.',
    new Refusal(ERROR_CODES.duplicateEmail, 400, 'This address already has an account'),
  ),
  invalidEmail: refusal(
    'The address is invalid.',
    new Refusal(ERROR_CODES.invalidEmail, 400, 'Invalid email address', { fields: { email: 'invalid' } }),
  ),
  wrongPassword: refusal(
    'Wrong address or password, or `password` isn’t a valid authKey.',
    new Refusal(ERROR_CODES.invalidPassword, 400, 'Wrong email address or password'),
  ),
  otherClient: refusal(
    '`client_id` or `redirect_uri` doesn’t match this installation.',
    new Refusal(ERROR_CODES.unknown, 400, 'Unknown client', { fields: { client_id: 'unknown' } }),
  ),
  wrongLink: refusal(
    'The link is unknown or expired.',
    new Refusal(ERROR_CODES.unknown, 400, 'This link is unknown or has expired', { fields: { token: 'expired' } }),
  ),
  wrongToken: refusal(
    'The token is unknown, expired, or not part of this account.',
    new Refusal(ERROR_CODES.unknown, 400, 'Invalid account token'),
  ),
  wrongCode: refusal(
    'The code or pairing is unknown, already used or expired.',
    new Refusal(ERROR_CODES.unknown, 400, 'This code is unknown or has expired', { reason: 'code' }),
  ),
  alreadyPaired: refusal(
    'Another device has already enrolled with this pairing.',
    new Refusal(ERROR_CODES.unknown, 400, 'This pairing already has a device', { reason: 'already_paired' }),
  ),
  noManagedDevice: refusal('The child has no managed device.', new Refusal(ERROR_CODES.unknown, 400, 'No managed device')),
  notInPlan: refusal('The plan doesn’t include the feature.', notInPlan('app rules')),
  noSuchSetting: refusal(
    '`fields` names what can’t be set: an unknown restriction or value (`unknown`, `invalid`), a rule that isn’t an app schedule of this child (`unknown`), a line without a host name (`no_host`), too many entries (`too_many`). Nothing was changed.',
    new Refusal(ERROR_CODES.unknown, 400, 'web_filter.deny.1: not a host name', { fields: { 'web_filter.deny.1': 'no_host' } }),
  ),
  notFloat: refusal(
    'A coordinate isn’t a number, or both are 0 (`zero`).',
    new Refusal(ERROR_CODES.unknown, 400, 'lat: expected float values', { fields: { lat: 'expected float values' } }),
  ),
  tooManyPlaces: refusal(
    'The family has the maximum number of places for any plan.',
    new Refusal(ERROR_CODES.unknown, 400, 'A family can have at most 20 places', { reason: 'full', limit: 20 }),
  ),
  outsideHistory: refusal(
    'The date is in the future, or before the days of the plan; `limit` is their number.',
    new Refusal(ERROR_CODES.unknown, 410, 'This date is outside the history', { fields: { date: 'outside' }, limit: 3 }),
  ),
  cannotSample: refusal(
    'Screenshots are off for the child (`fields.user_id` is `off` or `no_device`), or the device can’t make them; `fields.device_id` says why: `plan`, `unmanaged`, `unavailable`, `needs_os`, `needs_app`, `key` or `off`.',
    new Refusal(ERROR_CODES.unknown, 400, 'This device can’t make screenshots', { fields: { device_id: 'needs_app' } }),
  ),
  wrongSample: refusal(
    'The sample isn’t wanted or can’t be stored: `fields` names what is wrong. Forget the sample.',
    new Refusal(ERROR_CODES.unknown, 400, 'Sealed to another key', { fields: { keys: 'other_key' } }),
  ),
  tooManyTerms: refusal(
    'There are too many terms, or one is longer than 60 characters.',
    new Refusal(ERROR_CODES.unknown, 400, 'At most 200 terms', { fields: { 'ocr.custom_terms': 'too_many' } }),
  ),
  noPermit: refusal(
    'The address is forged or has expired, its session has ended, or the device was removed.',
    new Refusal(ERROR_CODES.insufficientPrivileges, 403, 'This address is invalid or has expired'),
  ),
  objectGone: refusal(
    'The sample was deleted, or its object is missing.',
    new Refusal(ERROR_CODES.unknown, 404, 'This object no longer exists'),
  ),
  notAnnounced: refusal(
    'The bytes aren’t a sealed object (`fields.body` is `format`) or differ from what was announced (`other`).',
    new Refusal(ERROR_CODES.unknown, 400, 'Not the announced object', { fields: { body: 'other' } }),
  ),
  unknownApp: refusal('Unknown app id.', new Refusal(ERROR_CODES.unknown, 404, 'Unknown app id')),
  notApple: refusal(
    'The device isn’t an Apple device.',
    new Refusal(ERROR_CODES.unknown, 400, 'Only Apple devices support this installation', { fields: { device_id: 'not_ios' } }),
  ),
  locked: refusal(
    'It was requested less than 45 seconds ago; `resets_ts` is when it can be requested again.',
    new Refusal(ERROR_CODES.unknown, 400, 'The app was requested less than 45 seconds ago', {
      fields: { command: 'locked' },
      resetsAt: NOON + 45_000,
    }),
  ),
  emptyPicture: refusal('The picture is empty.', new Refusal(ERROR_CODES.unknown, 400, EMPTY_AVATAR, { fields: { data: 'empty' } })),
  noPicture: refusal(
    'Unsupported image: `fields.data` is `base64`, `format`, `truncated`, `dimensions` (more than 4096 pixels on a side) or `too_large`.',
    new Refusal(ERROR_CODES.unknown, 400, 'The picture must be a PNG or a JPEG', { fields: { data: 'format' } }),
  ),
  extraDate: refusal(
    'Bonus time is for a day other than today or the next two.',
    new Refusal(ERROR_CODES.unknown, 400, 'Bonus time must be for today or one of the next two days', {
      fields: { allowance_extra: 'date' },
    }),
  ),
  fullFamily: refusal(
    'The family has the maximum number of children for any plan.',
    new Refusal(ERROR_CODES.insufficientPrivileges, 403, 'A family can have at most 200 children', { reason: 'full', limit: 200 }),
  ),
  nameTaken: refusal(
    'With `is_new`: a child with this name already exists.',
    new Refusal(ERROR_CODES.unknown, 400, 'A child with this name already exists', { reason: 'name_taken' }),
  ),
  tooManySchedules: refusal(
    'The child has the maximum number of schedules for any plan.',
    new Refusal(ERROR_CODES.unknown, 400, 'A child can have at most 100 schedules', { reason: 'full', limit: 100 }),
  ),
  noUpgrade: refusal('The request is not a WebSocket upgrade.', new Refusal(ERROR_CODES.unknown, 400, 'Expected a WebSocket upgrade')),
  signature: refusal(
    'A header is missing or malformed, or the signature doesn’t match the request.',
    new Refusal(ERROR_CODES.unknown, 401, 'Missing or invalid signature', { reason: 'signature' }),
  ),
  session: refusal(
    'Session, device, token or account is unknown or has ended, or the call is not for this type of caller. For a call signed with the session’s own secret, `fields.session` says why it ended: `idle` (30 days without use) or `expired` (180 days after the login).',
    new Refusal(ERROR_CODES.unknown, 401, 'Session is not valid', { reason: 'session' }),
  ),
  skew: refusal(
    '`X-Date` is more than 300 seconds away from `server_time`.',
    new Refusal(ERROR_CODES.unknown, 401, 'Clock skew too large', { reason: 'skew' }),
  ),
  notYours: refusal(
    'The id isn’t part of this account, or the plan doesn’t include the feature.',
    new Refusal(ERROR_CODES.insufficientPrivileges, 403, 'Insufficient privileges'),
  ),
  limit: refusal(
    'The plan’s limit has been reached: `limit` is the number, `resets_ts` is when it resets.',
    new Refusal(ERROR_CODES.insufficientPrivileges, 403, 'This month’s block limit has been reached', {
      reason: 'limit',
      limit: 5,
      resetsAt: NOON + 9 * 86_400_000,
    }),
  ),
  couponInvalid: refusal(
    'The coupon is unknown, already used or expired. Nothing was created; send the request again without it.',
    new Refusal(ERROR_CODES.couponInvalid, 400, 'This coupon is not valid'),
  ),
  groupUnknown: refusal('Unknown group.', new Refusal(ERROR_CODES.couponInvalid, 400, 'Unknown group')),
  rateLimited: refusal(
    'Too many attempts; try again later.',
    new Refusal(ERROR_CODES.rateLimited, 403, 'Too many attempts, try again later'),
  ),
  busy: refusal(
    'Too many passwords are waiting to be hashed. Nothing was done, and the attempt does not count. Try again after `retry_after` seconds (also in `Retry-After`).',
    busy(5),
  ),
  declined: refusal(
    'The card was declined; `fields.token` says why: `generic`, `insufficient_funds`, `expired_card`, `authentication_required`, `processing_error`, or `trial_used` if another account had a trial with this card. Nothing was charged.',
    declined('insufficient_funds'),
  ),
  providerDown: refusal(
    'The payment provider did not respond, so it may or may not have done it. Read GET /purchase_info, or repeat the call with the same `Idempotency-Key`.',
    providerDown(),
  ),
  notPaidHere: refusal('The plan isn’t paid by card here, or the change isn’t offered.', notPaidHere()),
  priceChanged: refusal('The price differs from the one that was sent. Nothing was charged.', priceChanged()),
  subscribed: refusal(
    'The account already has this plan or a higher one: change it with PUT /plan_change.',
    new Refusal(ERROR_CODES.unknown, 400, 'The account already has this plan or a higher one', { reason: 'subscribed' }),
  ),
  purchasePending: refusal(
    'The outcome of another purchase isn’t known yet. Try again after `retry_after` seconds.',
    new Refusal(ERROR_CODES.unknown, 400, 'A purchase is in progress', { reason: 'pending', retryAfter: 60 }),
  ),
  subscriptionChanged: refusal(
    'The subscription has changed in the meantime. Read GET /purchase_info.',
    new Refusal(ERROR_CODES.unknown, 400, 'The subscription has changed in the meantime', { reason: 'stale' }),
  ),
  trialFinal: refusal(
    'A trial can’t be given back.',
    new Refusal(ERROR_CODES.insufficientPrivileges, 403, 'A trial can’t be given back', { fields: { is_trial_eligible: 'final' } }),
  ),
  unsupportedScheme: refusal(
    'The account was imported and logs in with its plain password: send that.',
    new Refusal(ERROR_CODES.unsupportedScheme, 400, 'This account logs in with the plain password'),
  ),
  notForSso: refusal('The account logs in with single sign-on.', new Refusal(ERROR_CODES.insufficientPrivileges, 403, SSO_INVALID)),
  notForPassword: refusal('The account logs in with a password.', new Refusal(ERROR_CODES.insufficientPrivileges, 403, PASSWORD_INVALID)),
  oldLogin: refusal(
    'The session is at least ten minutes old: log in again first.',
    new Refusal(ERROR_CODES.insufficientPrivileges, 403, 'Log in again first', { reason: 'old_login' }),
  ),
  otherKey: refusal(
    'The account has a different key: only a reset replaces it.',
    new Refusal(ERROR_CODES.insufficientPrivileges, 403, 'The account has a different key'),
  ),
  foreignOrigin: refusal(
    'The Origin header isn’t allowed.',
    new Refusal(ERROR_CODES.insufficientPrivileges, 403, 'This origin is not allowed to open a socket'),
  ),
  noOwnPicture: refusal('The child has no picture.', new Refusal(ERROR_CODES.unknown, 404, 'No picture found')),
  gone: refusal(
    'The device was removed: it deletes its secret and shows this on its screen.',
    new Refusal(ERROR_CODES.insufficientPrivileges, 410, 'This device was removed', { reason: 'gone' }),
  ),
} as const satisfies Record<string, RefusalCase>;
export type RefusalName = keyof typeof REFUSALS;

function refusal(when: string, thrown: Refusal): RefusalCase {
  return { status: thrown.status, code: thrown.code, reason: thrown.details.reason ?? null, when, body: toErrorBody(thrown, NOON) };
}
