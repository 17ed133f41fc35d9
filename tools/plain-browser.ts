import { findAll, type HtmlElement, parseHtml } from './html.ts';
import { UserError } from './progress.ts';

export type Page = { url: URL; status: number; root: HtmlElement };

const MOST_REDIRECTS = 10;

/**
 * A browser without JavaScript that supports only cookies, redirects and forms. `headers`: sent with every request. `cookies`: by name,
 * updated from responses.
 */
export class PlainBrowser {
  readonly #origin: string;
  readonly #headers: Record<string, string>;
  readonly #cookies: Map<string, string>;

  constructor(webUrl: string, headers: Record<string, string> = {}, cookies = new Map<string, string>()) {
    this.#origin = new URL(webUrl).origin;
    this.#headers = headers;
    this.#cookies = cookies;
  }

  open(path: string): Promise<Page> {
    return this.#follow(new URL(path, this.#origin), null);
  }

  /**
   * Submits the first form that has a button `intent`. Fields keep the page’s values unless `typed` overrides them.
   * @throws Error when the page has no such button
   */
  press(page: Page, intent: string, typed: Record<string, string> = {}): Promise<Page> {
    const form = findAll(page.root, ({ tag }) => tag === 'form').find((candidate) => hasButton(candidate, intent));
    if (form === undefined) throw new Error(`${page.url.pathname} (${page.status}) has no button “${intent}”`);
    const fields = new URLSearchParams({ ...readFields(form), ...typed, intent });
    return this.#follow(new URL(form.attributes.action ?? page.url.href, page.url), fields);
  }

  async #follow(first: URL, fields: URLSearchParams | null): Promise<Page> {
    let url = first;
    let body = fields;
    for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
      const response = await fetch(url, {
        method: body === null ? 'GET' : 'POST',
        headers: {
          ...this.#headers,
          Accept: 'text/html',
          'Accept-Language': 'en-GB',
          Cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(body === null ? {} : { Origin: this.#origin, 'Content-Type': 'application/x-www-form-urlencoded' }),
        },
        ...(body === null ? {} : { body }),
        redirect: 'manual',
        signal: AbortSignal.timeout(30_000),
      }).catch((error: unknown) => {
        throw new UserError(`No response from ${url.origin}. Check that Porchlight is running there.`, { cause: error });
      });
      for (const line of response.headers.getSetCookie()) this.#keep(line);
      const location = response.headers.get('Location');
      const text = await response.text();
      if (location === null || response.status < 300 || response.status >= 400)
        return { url, status: response.status, root: parseHtml(text) };
      url = new URL(location, url);
      body = null;
    }
    throw new Error(`${first.pathname} redirects in a loop`);
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';');
    const at = pair.indexOf('=');
    const name = pair.slice(0, at).trim();
    if (attributes.some((attribute) => /^\s*max-age\s*=\s*0\s*$/i.test(attribute))) this.#cookies.delete(name);
    else this.#cookies.set(name, pair.slice(at + 1).trim());
  }
}

function hasButton(form: HtmlElement, intent: string): boolean {
  return findAll(form, ({ tag, attributes }) => tag === 'button' && attributes.name === 'intent' && attributes.value === intent).length > 0;
}

/** Returns the form’s fields with their initial values. */
function readFields(form: HtmlElement): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { tag, attributes, children } of findAll(form, ({ attributes: { name } }) => name !== undefined && name !== 'intent')) {
    const { name = '', type = 'text', value = '' } = attributes;
    const isUnchosen = (type === 'radio' || type === 'checkbox') && attributes.checked === undefined;
    if (tag === 'input' && !isUnchosen && type !== 'submit') fields[name] = value;
    if (tag === 'select') fields[name] = chosenOption(children.filter((child) => typeof child !== 'string'));
    if (tag === 'textarea') fields[name] = children.join('');
  }
  return fields;
}

function chosenOption(children: Array<HtmlElement>): string {
  const options = children.flatMap((child) => (child.tag === 'option' ? [child] : findAll(child, ({ tag }) => tag === 'option')));
  const chosen = options.find(({ attributes }) => attributes.selected !== undefined) ?? options[0];
  return chosen?.attributes.value ?? chosen?.children.join('') ?? '';
}
