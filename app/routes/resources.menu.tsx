import { type ActionFunctionArgs, redirect } from '@remix-run/cloudflare';
import { answerChoice, rememberMenu } from '#app/server/choices.server';
import { textOf } from '#app/server/form.server';
import { readSession } from '#app/server/session.server';

export function loader() {
  return redirect('/');
}

/** Stores whether this account's menu is open (NAV-015). Does nothing without a session. */
export async function action({ request, context }: ActionFunctionArgs) {
  const session = await readSession(request, context);
  return answerChoice(request, async (fields) => {
    if (session !== null) await rememberMenu(request, context, session.accountId, textOf(fields, 'menu') === 'open');
  });
}
