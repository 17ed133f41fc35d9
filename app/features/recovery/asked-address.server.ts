import type { AppLoadContext } from '@remix-run/cloudflare';
import { emailSchema } from '#app/domain/credentials';
import { hostCookieName, readCookie, setCookie } from '#app/server/cookies.server';
import { seal, unseal } from '#app/server/seal.server';

const COOKIE = 'forgot';
/** Equals the lifetime of the link in the email. */
const LIFE_SECONDS = 60 * 60;

/** Stores the address of the last request in a sealed cookie, so that the email can be requested again. A URL would expose the address. */
export async function keepAddress(context: AppLoadContext, email: string): Promise<void> {
  setCookie(context, hostCookieName(context, COOKIE), await seal(context.env.SESSION_KEYS, COOKIE, email, LIFE_SECONDS), LIFE_SECONDS);
}

/** Returns the form's initial address: for `?again` the stored one, else the one in an old link, else ''. */
export async function readAskedAddress(request: Request, context: AppLoadContext): Promise<string> {
  const { searchParams } = new URL(request.url);
  const cookie = searchParams.has('again') ? readCookie(request, context, hostCookieName(context, COOKIE)) : null;
  if (cookie === null) return searchParams.get('email') ?? '';
  return (await unseal(context.env.SESSION_KEYS, COOKIE, cookie, emailSchema))?.value ?? '';
}
