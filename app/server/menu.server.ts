import type { AppLoadContext } from '@remix-run/cloudflare';
import type { Account } from './account.server';
import { isMenuOpen } from './choices.server';
import { externalLinks } from './external-links.server';

/**
 * Loads the menu of a page for logged-in users: expanded or collapsed, whether the account has no room for another device, and the help
 * link (2.11.1).
 */
export async function loadMenu(request: Request, context: AppLoadContext, { id, isFull }: Account) {
  return { isOpen: await isMenuOpen(request, context, id), isFull, helpUrl: externalLinks(context).help };
}
