import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import { readEndpoint } from '~/server/endpoint-choice.server';
import { attempt, type Notice, notice, readForm, showAgain, toNotice } from '~/server/form.server';
import { validateLogin, validateSignUp } from './auth.schemas';
import { logIn, signUp } from './auth.server';

/** What both views post: signs in or up and leads on, or shows the form again. A wrong password and an unknown address look alike. */
export async function answerAuthForm(request: Request, context: AppLoadContext) {
  const form = await readForm(request);
  const isSignUp = form.intent === 'signup';
  const submission = isSignUp ? validateSignUp(form.fields) : validateLogin(form.fields);
  if (submission.status !== 'success') return showAgain(form, { lastResult: submission.reply({ hideFields: ['password'] }) });
  const typed = submission.value;
  const outcome = await attempt(() => (isSignUp ? signUp(request, context, typed) : logIn(request, context, typed)));
  if (outcome.kind === 'done') return redirect(outcome.value);
  const again = { key: 'auth.login', to: '/?view=login' };
  const own = {
    100: notice('error_strings.duplicate_email', {}, again),
    301: notice(isSignUp ? 'error_strings.invalid_email' : 'error_strings.wrong_login'),
  };
  const lastResult = submission.reply({ hideFields: ['password'] });
  if (outcome.kind === 'refused') return showAgain(form, { lastResult, notice: toNotice(outcome, own) });
  const silence = await explainSilence(request, context, isSignUp);
  return showAgain(form, { lastResult, notice: silence ?? toNotice(outcome) }, 503);
}

/** A server that this browser chose may be none (A32), and a login that brought no session changed nothing. Null: nobody can say (A120). */
async function explainSilence(request: Request, context: AppLoadContext, isSignUp: boolean): Promise<Notice | null> {
  const address = await readEndpoint(request, context);
  if (address !== null) return notice('endpoint.no_answer', { address }, { to: '/demo/endpoint', key: 'endpoint.choose' });
  return isSignUp ? null : notice('error_strings.auth_failed');
}
