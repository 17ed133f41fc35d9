import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare';

/** The interface's description stands at the API's own address. Public. */
export function loader({ context }: LoaderFunctionArgs) {
  return redirect(`${context.env.API_URL.replace(/\/$/, '')}/docs`);
}
