import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare';
import { type ClientLoaderFunctionArgs, useActionData, useLoaderData } from '@remix-run/react';
import { loadFreshData } from '#app/browser/page-load';
import { logOut } from '#app/features/auth/logout.server';
import { readEndpointForm } from '#app/features/devtools/endpoint-form.server';
import { EndpointPage } from '#app/features/devtools/endpoint-page';
import { BareFrame } from '#app/features/shell/frame/bare-frame';
import { endpointPresets, keepEndpoint } from '#app/server/endpoint-choice.server';
import { readForm } from '#app/server/form.server';

export const handle = { title: 'showcase:endpoint.title', texts: ['showcase'] };

/** Public, like the showcase (A91). The logo of the landing page links here (LAND-037). */
export function loader({ context }: LoaderFunctionArgs) {
  return { presets: endpointPresets(context) };
}

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return loadFreshData(request, () => serverLoader<typeof loader>(), ['showcase']);
}

/** Changes the API's address. Ends the session first, because the new API does not know it (A32). */
export async function action({ request, context }: ActionFunctionArgs) {
  const { fields } = await readForm(request);
  const asked = readEndpointForm(fields, context);
  if (!('base' in asked)) return data(asked, { status: 400 });
  await logOut(request, context);
  await keepEndpoint(context, asked.base);
  throw redirect('/', { headers: { 'Clear-Site-Data': '"cache", "storage"' } });
}

export default function Endpoint() {
  const { presets } = useLoaderData<typeof loader>();
  return (
    <BareFrame>
      <EndpointPage presets={presets} refusal={useActionData<typeof action>()} />
    </BareFrame>
  );
}
