import { redirect } from '@remix-run/cloudflare';

/** Unknown pages of the showcase lead to its beginning (DEMO-011). */
export function loader() {
  return redirect('/demo');
}
