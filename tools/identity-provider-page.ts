const TITLES = { google: 'Google', apple: 'Apple' };

/**
 * Returns the page of the local provider, where the tester chooses who logs in and what the application learns. English only, because it is
 * a tool.
 */
export function signInPage(name: 'google' | 'apple'): string {
  const title = `Fake ${TITLES[name]} sign-in`;
  const hidden = name === 'apple' ? '<label><input name="hidden" type="checkbox"> Hide the email address</label>' : '';
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>
  body { font: 16px/1.5 sans-serif; max-width: 26rem; margin: 3rem auto; padding: 0 1rem; color: #1b2036; }
  label { display: block; margin: 0.75rem 0; }
  input[type="email"], input[type="text"] { box-sizing: border-box; width: 100%; padding: 0.5rem; font: inherit; }
  button { padding: 0.5rem 1rem; font: inherit; }
</style>
<h1>${title}</h1>
<p>No password needed. Enter any address.</p>
<form method="post">
  <label>Email address <input name="email" type="email" value="parent@example.com" required></label>
  <label>Name <input name="name" type="text" value="Ada Example"></label>
  ${hidden}
  <label><input name="unverified" type="checkbox"> The email address is not verified</label>
  <button name="intent" value="continue">Continue</button>
  <button name="intent" value="refuse" formnovalidate>Refuse</button>
</form>
</html>
`;
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
