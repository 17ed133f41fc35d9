import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { redirect } from '@remix-run/cloudflare';

/** The old addresses (2.7). Everything else that is unknown goes to the root. */
const OLD_ADDRESSES: ReadonlyArray<[RegExp, string]> = [
  [/^add-child$/, '/connect'],
  [/^utility$/, '/connect'],
  [/^devices$/, '/my-family'],
  [/^my-family\/.+$/, '/my-family'],
];

function leadOn({ params }: Pick<LoaderFunctionArgs, 'params'>): Response {
  const path = (params['*'] ?? '').replace(/\/$/, '');
  return redirect(OLD_ADDRESSES.find(([pattern]) => pattern.test(path))?.[1] ?? '/');
}

export function loader({ params }: LoaderFunctionArgs) {
  return leadOn({ params });
}

export function action({ params }: LoaderFunctionArgs) {
  return leadOn({ params });
}
