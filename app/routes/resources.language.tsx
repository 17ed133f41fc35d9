import { type ActionFunctionArgs, redirect } from '@remix-run/cloudflare';
import { LANGUAGE_COOKIE, toLanguage } from '~/domain/language';
import { setCookie } from '~/server/cookies.server';
import { readForm, textOf } from '~/server/form.server';
import { toOwnPath } from '~/server/redirect.server';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

export function loader() {
  return redirect('/');
}

/** Remembers the reader's language and goes back to the page (I18N-025). Public: works signed out. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { fields } = await readForm(request);
  const language = toLanguage(textOf(fields, 'language'));
  if (language !== null) setCookie(context, LANGUAGE_COOKIE, language, YEAR_SECONDS);
  return redirect(toOwnPath(textOf(fields, 'path')) ?? '/');
}
