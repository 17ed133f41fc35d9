import { type ActionFunctionArgs, redirect } from '@remix-run/cloudflare';
import { acceptCookieNotice, answerChoice } from '~/server/choices.server';

export function loader() {
  return redirect('/');
}

/** The notice about cookies was read (9.2.18). Public: it stands on every page. */
export async function action({ request, context }: ActionFunctionArgs) {
  return answerChoice(request, () => acceptCookieNotice(context));
}
