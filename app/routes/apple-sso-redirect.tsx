import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare';
import { finishSso, takePostedReturn } from '~/features/sso/sso-return.server';

/** Where Apple leads back to (2.4.1). */
export function loader({ request, context }: LoaderFunctionArgs) {
  return finishSso(request, context, 'apple');
}

/** The same by a form that Apple's page posts, where the settings want it: the one post from another site that is let in (A85). */
export function action({ request, context }: ActionFunctionArgs) {
  return takePostedReturn(request, context, 'apple');
}
