import type { AppLoadContext } from '@remix-run/cloudflare';
import { emailSchema } from '~/domain/credentials';
import { hostCookieName, readCookie, setCookie } from '~/server/cookies.server';
import { seal, unseal } from '~/server/seal.server';

const COOKIE = 'forgot';
/** As long as the link of the mail works. */
const LIFE_SECONDS = 60 * 60;

/** Remembers where the mail was asked to, so that it can be asked for again; in no address, which would tell it to others. */
export async function keepAddress(context: AppLoadContext, email: string): Promise<void> {
  setCookie(context, hostCookieName(context, COOKIE), await seal(context.env.SESSION_KEYS, COOKIE, email, LIFE_SECONDS), LIFE_SECONDS);
}

/** What the form begins with: what an old link said, or the address of the mail that is asked for `?again`. '' for nothing. */
export async function readAskedAddress(request: Request, context: AppLoadContext): Promise<string> {
  const { searchParams } = new URL(request.url);
  const cookie = searchParams.has('again') ? readCookie(request, context, hostCookieName(context, COOKIE)) : null;
  if (cookie === null) return searchParams.get('email') ?? '';
  return (await unseal(context.env.SESSION_KEYS, COOKIE, cookie, emailSchema))?.value ?? '';
}
