import type { AppLoadContext } from '@remix-run/cloudflare';
import * as z from 'zod';
import { SHOWN_TOAST_COOKIE } from '~/domain/toast';
import { hostCookieName, readCookie, setCookie } from './cookies.server';
import { seal, unseal } from './seal.server';

const toastSchema = z.object({
  id: z.string(),
  tone: z.enum(['good', 'bad']),
  /** A key of the language files and what goes into its gaps. */
  text: z.object({ key: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) }),
  /** The form that takes it back: its address, its button and what else it posts. */
  undo: z.object({ action: z.string(), intent: z.string(), fields: z.record(z.string(), z.string()), until: z.number() }).nullable(),
  /** Something was deleted for good: the message stays for a minute (9.2.15). */
  stay: z.literal('confirm').optional(),
});

/** One message that outlives a redirect and is shown once, with or without JavaScript. `undo.until` is epoch ms. */
export type Toast = z.infer<typeof toastSchema>;

/** How long a message lives. */
const LIFE_SECONDS = 60;

/** The texts of messages stand among those of every page: nobody knows which is the next one, and which sets it has. */
export type ToastKey = `toast.${string}` | `notices.${string}` | `limits.${string}` | `error_strings.${string}`;

/** Leaves a message for the next page. */
export async function leaveToast(
  context: AppLoadContext,
  toast: Omit<Toast, 'id' | 'text'> & { text: Toast['text'] & { key: ToastKey } },
): Promise<void> {
  const sealed = await seal(context.env.SESSION_KEYS, 'toast', { ...toast, id: crypto.randomUUID() }, LIFE_SECONDS);
  setCookie(context, hostCookieName(context, 'toast'), sealed, LIFE_SECONDS);
}

/**
 * Takes the message that was left, if any. A script loads each part of a page by itself and drops them all when one leads elsewhere: for it
 * the message stays within reach until a page has shown it, which says so in a cookie (features/shell/toaster.tsx), so that a reload shows it
 * no second time.
 */
export async function takeToast(request: Request, context: AppLoadContext): Promise<Toast | null> {
  const name = hostCookieName(context, 'toast');
  const cookie = readCookie(request, context, name);
  if (cookie === null) return null;
  const toast = await findToast(request, context, cookie);
  if (toast !== null && request.headers.get('Sec-Fetch-Dest') === 'empty') setCookie(context, name, cookie, LIFE_SECONDS);
  else setCookie(context, name, '', 0);
  return toast;
}

/** Does a message wait for this page? */
export async function hasToast(request: Request, context: AppLoadContext): Promise<boolean> {
  const cookie = readCookie(request, context, hostCookieName(context, 'toast'));
  return cookie !== null && (await findToast(request, context, cookie)) !== null;
}

/** What a cookie says; null where it was shown already. */
async function findToast(request: Request, context: AppLoadContext, cookie: string): Promise<Toast | null> {
  const toast = (await unseal(context.env.SESSION_KEYS, 'toast', cookie, toastSchema))?.value ?? null;
  return toast?.id === readCookie(request, context, SHOWN_TOAST_COOKIE) ? null : toast;
}

/** Puts the message back for the page that a loader leads on to: the root has taken it already, for all loaders run at once. */
export function passToastOn(context: AppLoadContext): void {
  const taken = context.responseCookies.findIndex((cookie) => cookie.startsWith(`${hostCookieName(context, 'toast')}=;`));
  if (taken >= 0) context.responseCookies.splice(taken, 1);
}
