import type { AppLoadContext } from '@remix-run/cloudflare';
import * as z from 'zod';
import { hostCookieName, readCookie, setCookie } from './cookies.server';
import { seal, unseal } from './seal.server';

const toastSchema = z.object({
  id: z.string(),
  tone: z.enum(['good', 'bad']),
  /** A key of the language files and what goes into its gaps. */
  text: z.object({ key: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) }),
  /** The form that takes it back: its address, its button and what else it posts. */
  undo: z.object({ action: z.string(), intent: z.string(), fields: z.record(z.string(), z.string()), until: z.number() }).nullable(),
});

/** One message that outlives a redirect and is shown once, with or without JavaScript. `undo.until` is epoch ms. */
export type Toast = z.infer<typeof toastSchema>;

/** The texts of messages stand among those of every page: nobody knows which is the next one, and which sets it has. */
export type ToastKey = `toast.${string}` | `notices.${string}` | `limits.${string}` | `error_strings.${string}`;

/** Leaves a message for the next page. */
export async function leaveToast(
  context: AppLoadContext,
  toast: Omit<Toast, 'id' | 'text'> & { text: Toast['text'] & { key: ToastKey } },
): Promise<void> {
  const sealed = await seal(context.env.SESSION_KEYS, 'toast', { ...toast, id: crypto.randomUUID() }, 60);
  setCookie(context, hostCookieName(context, 'toast'), sealed, 60);
}

/** How long a message stays within reach after a script's load has taken it. */
const REACH_SECONDS = 5;

/**
 * Takes the message that was left, if any. A script loads each part of a page by itself and drops them all when one leads elsewhere: for it
 * the message stays within reach of the next load, and the toaster shows an id once.
 */
export async function takeToast(request: Request, context: AppLoadContext): Promise<Toast | null> {
  const name = hostCookieName(context, 'toast');
  const cookie = readCookie(request, context, name);
  if (cookie === null) return null;
  if (request.headers.get('Sec-Fetch-Dest') === 'empty') setCookie(context, name, cookie, REACH_SECONDS);
  else setCookie(context, name, '', 0);
  return (await unseal(context.env.SESSION_KEYS, 'toast', cookie, toastSchema))?.value ?? null;
}

/** Does a message wait for this page? */
export function hasToast(request: Request, context: AppLoadContext): boolean {
  return readCookie(request, context, hostCookieName(context, 'toast')) !== null;
}

/** Puts the message back for the page that a loader leads on to: the root has taken it already, for all loaders run at once. */
export function passToastOn(context: AppLoadContext): void {
  const taken = context.responseCookies.findIndex((cookie) => cookie.startsWith(`${hostCookieName(context, 'toast')}=;`));
  if (taken >= 0) context.responseCookies.splice(taken, 1);
}
