import { redirect } from '@remix-run/cloudflare';

/** Redirects password managers to the page for changing the password (W3C, A Well-Known URL for Changing Passwords). */
export function loader() {
  return redirect('/account/password');
}
