import { findAll, type HtmlElement, textOf } from '#tools/html.ts';
import type { PlainBrowser } from '#tools/plain-browser.ts';
import { expect } from './browser.ts';

/**
 * Waits until the demonstration's mailbox has an email to this address that links to `page`. Returns path and query of the newest such
 * link.
 */
export async function linkInMail(forms: PlainBrowser, to: string, page: string): Promise<string> {
  let path = '';
  const find = async () => {
    path = (await mailsTo(forms, to)).flatMap((mail) => linksIn(mail, page))[0] ?? '';
    return path;
  };
  await expect.poll(find, `a link to ${page} for ${to}`).not.toBe('');
  return path;
}

async function mailsTo(forms: PlainBrowser, to: string): Promise<Array<HtmlElement>> {
  const { root } = await forms.open('/mailbox');
  return findAll(root, ({ tag }) => tag === 'article').filter((mail) => textOf(mail).includes(`To ${to}`));
}

function linksIn(mail: HtmlElement, page: string): Array<string> {
  return findAll(mail, ({ tag }) => tag === 'a')
    .map(({ attributes }) => new URL(attributes.href ?? '/', 'http://none.invalid'))
    .filter(({ pathname }) => pathname === page)
    .map(({ pathname, search }) => pathname + search);
}
