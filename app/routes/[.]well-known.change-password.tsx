import { redirect } from '@remix-run/cloudflare';

/** Where password managers send whoever wants to change a password (W3C, A Well-Known URL for Changing Passwords). */
export function loader() {
  return redirect('/account/password');
}
