import type { AccountChange, AccountFacts } from './account-page.server';

type Facts = Pick<AccountFacts, 'provider' | 'purgeAt' | 'verified'>;

/**
 * True if this account can open the change view. Single sign-on accounts have no password here (4.4.4) and can change only an unconfirmed
 * address (A151). A pending deletion cannot be requested again.
 */
export function canOpen(change: AccountChange, { provider, purgeAt, verified }: Facts): boolean {
  if (change === 'delete') return purgeAt === null;
  if (change === 'time-zone') return true;
  return provider === null || (change === 'email' && !verified);
}

/** Returns the text key for correcting the address. An account that lost its address enters a new one instead. */
export function toCorrectLabel({ email }: Pick<AccountFacts, 'email'>) {
  return email === '' ? 'account_page.enter_email' : 'account_page.correct_email';
}
