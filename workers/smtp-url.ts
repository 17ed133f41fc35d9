/** When TLS starts. `implicit`: from the first byte. `required`: after STARTTLS. `offered`: after STARTTLS, if the server supports it. */
export type SmtpTls = 'implicit' | 'required' | 'offered';

/** The mail server in `SMTP_URL`. `user` is null if no login is needed. */
export type SmtpServer = { host: string; port: number; user: { name: string; password: string } | null; tls: SmtpTls };

const SCHEMES = ['smtp:', 'smtps:', 'smtp+insecure:'];
const IMPLICIT_TLS_PORT = 465;
const SUBMISSION_PORT = 587;

/**
 * Parses `smtp://user:password@host:port`, `smtps://…` or `smtp+insecure://…`.
 * - smtps and port 465: TLS from the first byte
 * - smtp: requires STARTTLS unless the host is loopback
 * - smtp+insecure: unencrypted if the server offers no TLS
 * @throws Error that states the problem without the password
 */
export function parseSmtpUrl(text: string): SmtpServer {
  const scheme = /^[^/]*:(?=\/\/)/.exec(text)?.[0] ?? '';
  if (!SCHEMES.includes(scheme) || !URL.canParse(text)) {
    throw new Error('SMTP_URL must be smtps://user:password@host:port or smtp://user:password@host:port, with % escapes in the password.');
  }
  const { hostname, port, username, password, pathname, search, hash } = new URL(text);
  if (hostname === '') throw new Error('SMTP_URL names no host.');
  if (!['', '/'].includes(pathname) || search !== '' || hash !== '') {
    throw new Error('SMTP_URL ends after the port: there are no settings behind it. TLS is chosen by smtps:// or smtp://.');
  }
  if (password !== '' && username === '') throw new Error('SMTP_URL has a password and no user.');
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const isImplicit = scheme === 'smtps:' || port === String(IMPLICIT_TLS_PORT);
  return {
    host,
    port: Number(port || (isImplicit ? IMPLICIT_TLS_PORT : SUBMISSION_PORT)),
    user: username === '' ? null : { name: decodeEscapes(username), password: decodeEscapes(password) },
    tls: isImplicit ? 'implicit' : scheme === 'smtp+insecure:' || isLoopback(host) ? 'offered' : 'required',
  };
}

/** True for names and addresses of this machine, but only in their usual spelling. */
function isLoopback(host: string): boolean {
  return host.toLowerCase() === 'localhost' || host === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}

function decodeEscapes(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error('SMTP_URL has a % that is no escape: write %25 for it.');
  }
}
