/**
 * Saves a preference that the page already shows (menu, theme, cookie notice). Loads nothing again and ignores errors: the next page then
 * shows the old value.
 */
export function savePreference(action: string, fields: Record<string, string>): void {
  // The server redirects browsers without Fetch Metadata to a page; `manual` does not follow it.
  const sent = fetch(action, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual', keepalive: true });
  sent.catch(() => {});
}
