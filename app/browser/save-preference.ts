/**
 * Saves a preference that the page already shows (menu, theme, cookie notice). Does not reload data. Ignores errors; the next page then
 * shows the old value.
 */
export function savePreference(action: string, fields: Record<string, string>): void {
  // Without Fetch Metadata headers, the server redirects to a page; `manual` avoids loading it.
  const sent = fetch(action, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual', keepalive: true });
  sent.catch(() => {});
}
