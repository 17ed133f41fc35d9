import { type ActionFunctionArgs, redirect } from '@remix-run/cloudflare';
import { answerBrowserReport } from '~/server/browser-report.server';

export function loader() {
  return redirect('/');
}

/** What broke in a browser becomes a line in the log, under a reference that /error shows (A98). Public: the login page breaks too. */
export async function action({ request, context }: ActionFunctionArgs) {
  return answerBrowserReport(request, context);
}
