import type { AccountChange, AccountFacts } from './account-page.server';

type Facts = Pick<AccountFacts, 'provider' | 'purgeAt' | 'verified'>;

/**
 * Accounts of single sign-on have no password here (4.4.4) and change an address only while it is not confirmed (A151). A deletion is asked
 * for once.
 */
export function canOpen(change: AccountChange, { provider, purgeAt, verified }: Facts): boolean {
  if (change === 'delete') return purgeAt === null;
  if (change === 'time-zone') return true;
  return provider === null || (change === 'email' && !verified);
}

/** What the correction of an address is called: an account that lost its address has none to correct. */
export function toCorrectLabel({ email }: Pick<AccountFacts, 'email'>) {
  return email === '' ? 'account_page.enter_email' : 'account_page.correct_email';
}
