import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { redirect } from '@remix-run/cloudflare';

/** Old URL paths and their targets (2.7). Other unknown URLs redirect to the root; missing files return 404. */
const OLD_ADDRESSES: ReadonlyArray<[RegExp, string]> = [
  [/^add-child$/, '/connect'],
  [/^utility$/, '/connect'],
  [/^devices$/, '/my-family'],
  [/^my-family\/.+$/, '/my-family'],
  [/^locator\/places\/.+$/, '/locator?places'],
];

/** A page below a child’s locator page that does not exist leads to the child’s page. */
const BELOW_LOCATED_CHILD = /^locator\/([^/]+)\/.+$/;

/** Matches file names, which are never redirected. */
const FILE = /\.[a-z0-9]+$/i;

export const handle = { title: 'not_found.title' };

function redirectToNext({ params }: Pick<LoaderFunctionArgs, 'params'>): Response {
  const path = (params['*'] ?? '').replace(/\/$/, '');
  if (FILE.test(path)) throw new Response(null, { status: 404 });
  const old = OLD_ADDRESSES.find(([pattern]) => pattern.test(path))?.[1];
  const childId = BELOW_LOCATED_CHILD.exec(path)?.[1];
  return redirect(old ?? (childId === undefined ? '/' : `/locator/${encodeURIComponent(childId)}`));
}

export function loader({ params }: LoaderFunctionArgs) {
  return redirectToNext({ params });
}

export function action({ params }: LoaderFunctionArgs) {
  return redirectToNext({ params });
}

/** Never rendered. Without a component, a missing file would not show the not-found page. */
export default function Unknown() {
  return null;
}
