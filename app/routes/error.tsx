import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { ErrorPage } from '~/features/shell/error-page';

export const handle = { title: 'error.title' };

/** Public and without any call, so that it cannot fail itself (ERR-045). */
export function loader({ request }: LoaderFunctionArgs) {
  const reference = new URL(request.url).searchParams.get('ref') ?? '';
  return { reference: /^[\w-]{1,64}$/.test(reference) ? reference : null };
}

export default function ErrorRoute() {
  return <ErrorPage reference={useLoaderData<typeof loader>().reference} />;
}
