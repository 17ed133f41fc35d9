import { type ActionFunctionArgs, redirect } from '@remix-run/cloudflare';
import { LANGUAGE_COOKIE, LANGUAGE_PARAMETER, toLanguage } from '#app/domain/language';
import { answerChoice } from '#app/server/choices.server';
import { setCookie, YEAR_SECONDS } from '#app/server/cookies.server';
import { textOf } from '#app/server/form.server';

export function loader() {
  return redirect('/');
}

/** Stores the user's language and redirects back to the page (I18N-025). Public: works logged out. */
export async function action({ request, context }: ActionFunctionArgs) {
  return answerChoice(
    request,
    (fields) => {
      const language = toLanguage(textOf(fields, 'language'));
      if (language !== null) setCookie(context, LANGUAGE_COOKIE, language, YEAR_SECONDS);
    },
    LANGUAGE_PARAMETER,
  );
}
