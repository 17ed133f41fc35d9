import { type ActionFunctionArgs, redirect } from '@remix-run/cloudflare';
import { acceptCookieNotice, answerChoice } from '#app/server/choices.server';

export function loader() {
  return redirect('/');
}

/** Records that the cookie notice was accepted (9.2.18). Public, because it is on every page. */
export async function action({ request, context }: ActionFunctionArgs) {
  return answerChoice(request, () => acceptCookieNotice(context));
}
