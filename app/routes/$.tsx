import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { redirect } from '@remix-run/cloudflare';

/** The old addresses (2.7). Everything else that is unknown goes to the root, except files, which are not there. */
const OLD_ADDRESSES: ReadonlyArray<[RegExp, string]> = [
  [/^add-child$/, '/connect'],
  [/^utility$/, '/connect'],
  [/^devices$/, '/my-family'],
  [/^my-family\/.+$/, '/my-family'],
];

/** The names that files have: whoever asks for one wants no other page. */
const FILE = /\.[a-z0-9]+$/i;

export const handle = { title: 'not_found.title' };

function redirectToNext({ params }: Pick<LoaderFunctionArgs, 'params'>): Response {
  const path = (params['*'] ?? '').replace(/\/$/, '');
  if (FILE.test(path)) throw new Response(null, { status: 404 });
  return redirect(OLD_ADDRESSES.find(([pattern]) => pattern.test(path))?.[1] ?? '/');
}

export function loader({ params }: LoaderFunctionArgs) {
  return redirectToNext({ params });
}

export function action({ params }: LoaderFunctionArgs) {
  return redirectToNext({ params });
}

/** Never shown; with it a file that is not there is answered by the page that says so. */
export default function Unknown() {
  return null;
}
