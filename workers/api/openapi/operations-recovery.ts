import type { EndpointId } from '#app/wire/endpoints';
import { ACCOUNT_ID } from './examples';
import type { Operation } from './operations';

type RecoveryCall = Extract<EndpointId, 'requestReset' | 'resetPassword' | 'undoEmailChange'>;

const AUTH_KEY = 'a7c3e19f4b6d8052c4e7f1a93b5d6820a7c3e19f4b6d8052c4e7f1a93b5d6820';
const TOKEN = 'pT3vXk9aQ0rWm5yZ1nB7cD4fG8hJ2kL6sV0xT5uR9wE';

/** Texts and examples of the calls that restore access to an account. */
export const RECOVERY_OPERATIONS: Record<RecoveryCall, Operation> = {
  requestReset: {
    description:
      'Needs only an address. The response is the same with and without an account; five per hour for one address. The link in the email works once, for an hour. An account with single sign-on gets an email that explains how to log in.',
    refusals: ['invalidEmail', 'rateLimited'],
    body: { email: 'ada@example.com' },
    answer: { status: 'email_sent' },
  },
  resetPassword: {
    description:
      'With the token of the link and the authKey of the new password. Every session ends, every other link is void, and only a recovery copy opens the account key: its `acctkey_state` is `needs_reset`. A requested deletion is canceled. If the address was never confirmed, it gets a new, empty account, and the old account no longer has an address.',
    refusals: ['invalidEmail', 'wrongPassword', 'notForSso', 'rateLimited'],
    body: { email: 'ada@example.com', password: AUTH_KEY, token: TOKEN },
    answer: { status: 'login_updated' },
  },
  undoEmailChange: {
    description:
      'Unsigned, with the values of the link in the email to the old address. It works once, for seven days: the old address and its password work again, every session ends, and a deletion requested since then is canceled.',
    refusals: ['wrongLink', 'duplicateEmail'],
    body: { account_id: ACCOUNT_ID, token: TOKEN },
    answer: { status: 'email_restored', email: 'ada@example.com' },
  },
};
