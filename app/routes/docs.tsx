import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare';

/** Redirects to the API's own documentation. Public. */
export function loader({ context }: LoaderFunctionArgs) {
  return redirect(`${context.env.API_URL.replace(/\/$/, '')}/docs`);
}
