import { type ActionFunctionArgs, redirect } from '@remix-run/cloudflare';
import { answerView } from '#app/server/page-views.server';

export function loader() {
  return redirect('/');
}

/** Counts a page reached by script (2.20.1). Public, because the landing page is counted too. */
export async function action({ request, context }: ActionFunctionArgs) {
  return answerView(request, context);
}
