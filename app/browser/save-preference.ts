/**
 * Sends a reader's choice that the page shows already (menu, theme, notice). Nothing is loaded anew for it; one that is lost on the way is
 * forgotten by the next page.
 */
export function savePreference(action: string, fields: Record<string, string>): void {
  // A browser that does not say that a script asks is led to a page, which nobody wants.
  const sent = fetch(action, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual', keepalive: true });
  sent.catch(() => {});
}
