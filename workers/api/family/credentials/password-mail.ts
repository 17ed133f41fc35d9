import type { Call } from '../core/call';
import type { AccountRow } from '../store/account.queries';

/** Mails that the password is another one now (S05, S08). `place` is where that was done, as far as the edge knew. */
export function tellOfPassword(call: Call, row: AccountRow, place: string | null): void {
  call.send({
    to: row.email,
    locale: row.locale,
    template: 'password-changed',
    // Who is logged in is led on to where it is changed (A110).
    link: new URL('/forgot?changed', call.env.PUBLIC_URL).toString(),
    facts: { at: call.now, timeZone: row.time_zone, place: place ?? '' },
  });
}
