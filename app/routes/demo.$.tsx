import { redirect } from '@remix-run/cloudflare';

/** Redirects unknown showcase pages to its first page (DEMO-011). */
export function loader() {
  return redirect('/demo');
}
