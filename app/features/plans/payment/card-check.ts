import type { SubmissionResult } from '@conform-to/react';
import { hasCardNumber } from '#app/domain/card-number';
import { type CardForm, type CardFormErrors, tokenizeTestCard } from '#app/domain/sandbox-card';
import type { Instant } from '#app/domain/time';

/** The fields of the sandbox’s card form. */
export const CARD_FIELDS = ['number', 'expiry', 'cvc', 'name'] as const;

/** Checks a typed card. Returns its single-use token, or the answer that shows the form again with the name only: a card is never sent back. */
export function readCard(fields: FormData, now: Instant, nonce: string): { token: string } | { result: SubmissionResult<Array<string>> } {
  const [number, expiry, cvc, name] = CARD_FIELDS.map((field) => String(fields.get(field) ?? ''));
  const form: CardForm = { number: number ?? '', expiry: expiry ?? '', cvc: cvc ?? '', name: name ?? '' };
  const read = tokenizeTestCard(form, now, nonce);
  return 'token' in read ? read : { result: toResult(form.name, toErrors(read.errors)) };
}

/** Returns the answer of a declined card. The error is at the number. */
export function toDeclined(fields: FormData, code: string): SubmissionResult<Array<string>> {
  return toResult(String(fields.get('name') ?? ''), { number: [`declined_${code}`] });
}

/** Checks the form in the browser, so that a number that is no test card is never sent. */
export function checkCard(fields: FormData): { status: string | undefined; error?: Record<string, Array<string>> } {
  const read = readCard(fields, Date.now(), 'check');
  return 'token' in read ? { status: 'success' } : { status: 'error', error: toRecord(read.result) };
}

function toRecord({ error }: SubmissionResult<Array<string>>): Record<string, Array<string>> {
  return Object.fromEntries(Object.entries(error ?? {}).flatMap(([field, codes]) => (codes === null ? [] : [[field, codes]])));
}

function toErrors(errors: CardFormErrors): Record<string, Array<string>> {
  return Object.fromEntries(Object.entries(errors).map(([field, code]) => [field, [`${field}_${code}`]]));
}

function toResult(name: string, error: Record<string, Array<string>>): SubmissionResult<Array<string>> {
  return { status: 'error', initialValue: { name: hasCardNumber(name) ? '' : name }, error };
}
