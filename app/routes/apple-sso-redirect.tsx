import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare';
import { finishSso, takePostedReturn } from '#app/features/sso/sso-return.server';

/** Handles Apple's return with the code in the query (2.4.1). */
export function loader({ request, context }: LoaderFunctionArgs) {
  return finishSso(request, context, 'apple');
}

/** Handles Apple's return by form post, if configured: the only POST accepted from another site (A85). */
export function action({ request, context }: ActionFunctionArgs) {
  return takePostedReturn(request, context, 'apple');
}
