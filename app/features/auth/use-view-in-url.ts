import { useEffect } from 'react';
import type { FormReply } from '#app/server/form.server';
import type { AuthView } from './auth-form';

/** Removes `?index` from the URL after a reply. Forms post to `?index`, and the router would keep it as the page's URL (LAND-024). */
export function useViewInUrl(view: AuthView, reply: FormReply | undefined): void {
  useEffect(() => {
    const isPosted = new URLSearchParams(window.location.search).has('index');
    if (reply !== undefined && isPosted) window.history.replaceState(window.history.state, '', `/?view=${view}`);
  }, [reply, view]);
}
