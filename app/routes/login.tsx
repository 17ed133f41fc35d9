import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare';

/** The login is a view of the landing page (2.1.2). */
export function loader({ request }: LoaderFunctionArgs) {
  const reason = new URL(request.url).searchParams.get('reason');
  return redirect(reason === null ? '/?view=login' : `/?view=login&reason=${encodeURIComponent(reason)}`);
}
