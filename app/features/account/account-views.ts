import type { AccountChange, AccountFacts } from './account-page.server';

/** Accounts of single sign-on change neither password nor address here (4.4.4), and a deletion is asked for once. */
export function canOpen(change: AccountChange, { provider, purgeAt }: Pick<AccountFacts, 'provider' | 'purgeAt'>): boolean {
  return change === 'delete' ? purgeAt === null : provider === null;
}
