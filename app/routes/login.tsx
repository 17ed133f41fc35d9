import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare';

/** Redirects to the login view of the landing page (2.1.2). */
export function loader({ request }: LoaderFunctionArgs) {
  const query = new URLSearchParams({ view: 'login' });
  const asked = new URL(request.url).searchParams;
  for (const name of ['reason', 'redirect']) if (asked.has(name)) query.set(name, asked.get(name) ?? '');
  return redirect(`/?${query}`);
}
