import type { AppLoadContext } from '@remix-run/cloudflare';
import * as z from 'zod';
import { SHOWN_TOAST_COOKIE } from '#app/domain/toast';
import { hostCookieName, readCookie, setCookie } from './cookies.server';
import { seal, unseal } from './seal.server';

const toastSchema = z.object({
  id: z.string(),
  tone: z.enum(['good', 'bad']),
  /** A key of the language files and its interpolation values. */
  text: z.object({ key: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) }),
  /** The undo form: its URL, its button and its other fields. */
  undo: z.object({ action: z.string(), intent: z.string(), fields: z.record(z.string(), z.string()), until: z.number() }).nullable(),
  /** For a permanent deletion: the toast stays for a minute (9.2.15). */
  stay: z.literal('confirm').optional(),
});

/** A message that survives a redirect and is shown once, with or without JavaScript. `undo.until` is epoch ms. */
export type Toast = z.infer<typeof toastSchema>;

/** Lifetime of an unread toast. */
const LIFE_SECONDS = 60;

/** Toast texts are in the common set, because the next page may load any other sets. */
export type ToastKey = `toast.${string}` | `notices.${string}` | `limits.${string}` | `error_strings.${string}`;

/** Stores a toast for the next page and replaces an earlier one. */
export async function flashToast(
  context: AppLoadContext,
  toast: Omit<Toast, 'id' | 'text'> & { text: Toast['text'] & { key: ToastKey } },
): Promise<void> {
  const sealed = await seal(context.env.SESSION_KEYS, 'toast', { ...toast, id: crypto.randomUUID() }, LIFE_SECONDS);
  setCookie(context, hostCookieName(context, 'toast'), sealed, LIFE_SECONDS);
}

/**
 * Returns the stored toast, or null, and removes it. For a request by script, keeps it until a page has shown it and set a cookie
 * (features/shell/messages/toaster.tsx). A script loads each route separately and discards all results if one of them redirects.
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

/** True if a toast is stored for this page. */
export async function hasToast(request: Request, context: AppLoadContext): Promise<boolean> {
  const cookie = readCookie(request, context, hostCookieName(context, 'toast'));
  return cookie !== null && (await findToast(request, context, cookie)) !== null;
}

/** Returns the toast in the cookie. Null if it is invalid or was already shown. */
async function findToast(request: Request, context: AppLoadContext, cookie: string): Promise<Toast | null> {
  const toast = (await unseal(context.env.SESSION_KEYS, 'toast', cookie, toastSchema))?.value ?? null;
  return toast?.id === readCookie(request, context, SHOWN_TOAST_COOKIE) ? null : toast;
}

/** Keeps the toast for the page that a loader redirects to. The root loader, which runs in parallel, may already have removed it. */
export function forwardToast(context: AppLoadContext): void {
  const taken = context.responseCookies.findIndex((cookie) => cookie.startsWith(`${hostCookieName(context, 'toast')}=;`));
  if (taken >= 0) context.responseCookies.splice(taken, 1);
}
