import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { ErrorPage } from '#app/features/shell/frame/error-page';
import { isReady } from '#app/server/ready.server';

export const handle = { title: 'error.title' };

/** Public. Calls the API only if the user asks «Is it only me?», so that the page itself cannot fail (ERR-045). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const reference = searchParams.get('ref') ?? '';
  const checked = !searchParams.has('check') ? null : (await isReady(context.env)) ? ('good' as const) : ('bad' as const);
  return { reference: /^[\w-]{1,64}$/.test(reference) ? reference : null, checked };
}

export default function ErrorRoute() {
  const { reference, checked } = useLoaderData<typeof loader>();
  return <ErrorPage checked={checked} reference={reference} />;
}
