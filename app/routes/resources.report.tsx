import { type ActionFunctionArgs, redirect } from '@remix-run/cloudflare';
import { answerBrowserReport } from '#app/server/browser-report.server';

export function loader() {
  return redirect('/');
}

/** Logs a browser error under a reference that /error shows (A98). Public, because the login page can fail too. */
export async function action({ request, context }: ActionFunctionArgs) {
  return answerBrowserReport(request, context);
}
