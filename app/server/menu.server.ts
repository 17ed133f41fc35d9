import type { AppLoadContext } from '@remix-run/cloudflare';
import type { Account } from './account.server';
import { isMenuOpen } from './choices.server';
import { externalLinks } from './external-links.server';

/**
 * Returns the data of the side menu (2.11.1). `isOpen` is null if this browser has no saved state. `isFull`: the plan's device limit is
 * reached.
 */
export async function loadMenu(request: Request, context: AppLoadContext, { id, isFull }: Account) {
  return { isOpen: await isMenuOpen(request, context, id), isFull, helpUrl: externalLinks(context).help };
}
