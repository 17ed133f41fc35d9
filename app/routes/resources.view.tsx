import { type ActionFunctionArgs, redirect } from '@remix-run/cloudflare';
import { answerView } from '~/server/page-views.server';

export function loader() {
  return redirect('/');
}

/** A page that was reached by script is counted (2.20.1). Public: the landing page has views too. */
export async function action({ request, context }: ActionFunctionArgs) {
  return answerView(request, context);
}
