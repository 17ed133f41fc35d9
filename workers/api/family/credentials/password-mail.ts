import type { CallContext } from '../core/call-context';
import type { AccountRow } from '../store/account.queries';

/** Emails the account that its password has changed (S05, S08). `place`: where the change was made, null if unknown. */
export function mailPasswordChange(call: CallContext, row: AccountRow, place: string | null): void {
  call.sendMail({
    to: row.email,
    locale: row.locale,
    template: 'password-changed',
    // The page redirects logged-in parents to the password form (A110).
    link: new URL('/forgot?changed', call.env.PUBLIC_URL).toString(),
    facts: { at: call.now, timeZone: row.time_zone, place: place ?? '' },
  });
}
