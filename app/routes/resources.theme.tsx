import { type ActionFunctionArgs, redirect } from '@remix-run/cloudflare';
import { toTheme } from '#app/domain/theme';
import { answerChoice, rememberTheme } from '#app/server/choices.server';
import { textOf } from '#app/server/form.server';

export function loader() {
  return redirect('/');
}

/** Stores the theme: light or dark. Any other value means the system's theme. Public: works logged out. */
export async function action({ request, context }: ActionFunctionArgs) {
  return answerChoice(request, (fields) => rememberTheme(context, toTheme(textOf(fields, 'theme'))));
}
