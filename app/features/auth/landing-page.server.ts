import type { AppLoadContext } from '@remix-run/cloudflare';
import { externalLinks } from '#app/server/external-links.server';
import { readFlow } from '#app/server/flow.server';
import { newFormToken } from '#app/server/form.server';
import { openLanding } from '#app/server/landing.server';
import { rememberPath, toOwnPath } from '#app/server/redirect.server';
import { findSessionEnd } from '#app/server/session.server';
import type { AuthView } from './auth-form';

/** Returns the view that the URL asks for with `?view=`; null if it names none. */
export function askedView(request: Request): AuthView | null {
  const asked = new URL(request.url).searchParams.get('view');
  return asked === 'signup' || asked === 'login' ? asked : null;
}

/** Loads the landing page. Remembers the page to open after the login, and the visitor’s offer. */
export async function loadLandingPage(request: Request, context: AppLoadContext) {
  const { searchParams } = new URL(request.url);
  await rememberPath(request, context, toOwnPath(searchParams.get('redirect') ?? ''));
  const offer = await openLanding(request, context);
  return {
    view: await findView(request, context),
    reason: searchParams.get('reason') ?? (await findSessionEnd(request, context)),
    offer,
    formToken: newFormToken(),
    links: externalLinks(context),
  };
}

/** Returns the requested view, else the sign-up if the visitor has started one, else the login (A14). */
async function findView(request: Request, context: AppLoadContext): Promise<AuthView> {
  const asked = askedView(request);
  if (asked !== null) return asked;
  const { landing } = await readFlow(request, context);
  return landing !== null && (landing.groupId !== null || landing.coupon !== null) ? 'signup' : 'login';
}
