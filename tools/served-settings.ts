import { isIP } from 'node:net';
import { toCountedNetworks } from '#workers/network.ts';
import { parseSmtpUrl } from '#workers/smtp-url.ts';
import { UserError } from './progress.ts';

const WEB = ['SESSION_KEYS', 'PUBLIC_URL', 'API_URL'];
const API = ['SEAL_KEYS', 'DIRECTORY_KEY', 'PASSWORD_PEPPER', 'PUBLIC_URL', 'API_URL', 'MAIL_FROM', 'SMTP_URL'];
const KEY_BYTES = 32;

/** The required settings for each Worker under `serve`. */
export type ServedSettings = { web: Record<string, string>; api: Record<string, string>; publicUrl: string };

/**
 * Checks the required settings of an installation. Otherwise the Workers would start and fail at the first login, or protect data with a
 * short key.
 * @throws UserError naming what is missing or wrong, without showing secrets
 */
export function requireSettings(settings: NodeJS.Dict<string>): ServedSettings {
  const names = [...new Set([...WEB, ...API])];
  const missing = names.filter((name) => !settings[name]);
  if (missing.length > 0) throw new UserError(`Missing settings: ${missing.join(', ')}. See “Self-hosting” in README.md.`);
  const found = (name: string): string => settings[name] ?? '';
  for (const name of ['PUBLIC_URL', 'API_URL']) requireOrigin(name, found(name));
  for (const name of ['SESSION_KEYS', 'SEAL_KEYS']) requireRing(name, found(name));
  for (const name of ['DIRECTORY_KEY', 'PASSWORD_PEPPER']) {
    if (!isKey(found(name))) throw new UserError(`${name} must be base64 of ${KEY_BYTES} random bytes. Run ${MAKE} to create one.`);
  }
  requireSender(found('MAIL_FROM'));
  requireMailServer(found('SMTP_URL'));
  const proxy: Record<string, string> = settings.TRUSTED_PROXY ? { TRUSTED_PROXY: toPeer(settings.TRUSTED_PROXY) } : {};
  const pick = (some: Array<string>) => Object.fromEntries(some.map((name) => [name, found(name)]));
  return { web: { ...pick(WEB), ...proxy }, api: { ...pick(API), ...proxy }, publicUrl: found('PUBLIC_URL') };
}

const MAKE = '`npm run serve -- --make-secrets`';

function requireOrigin(name: string, text: string): void {
  if (!URL.canParse(text) || new URL(text).protocol !== 'https:' || new URL(text).origin !== text) {
    throw new UserError(`${name} must be an https origin such as https://porchlight.example; got “${text}”.`);
  }
}

/** Key names must not contain a dot, because in sealed text the name ends at the first dot. */
function requireRing(name: string, text: string): void {
  const isRing = text.split(',').every((entry) => {
    const [id = '', key = '', ...more] = entry.trim().split(':');
    return /^[\w-]+$/.test(id) && more.length === 0 && /^[A-Za-z0-9+/]{43}=?$/.test(key);
  });
  if (!isRing)
    throw new UserError(`${name} must be name:base64 of ${KEY_BYTES} random bytes, with commas between keys. Run ${MAKE} to create one.`);
}

function isKey(text: string): boolean {
  return /^[\w+/-]+={0,2}$/.test(text) && Buffer.from(text, 'base64').length >= KEY_BYTES;
}

function requireSender(text: string): void {
  const address = /<([^<>]*)>$/.exec(text.trim())?.[1] ?? text.trim();
  if (!/^[^\s@<>]+@[^\s@<>]+$/.test(address)) {
    throw new UserError(`MAIL_FROM must be an address or “Name <address>”; got “${text}”.`);
  }
}

/** Checks only the URL. The server’s TLS support is known only when an email is sent. */
function requireMailServer(text: string): void {
  try {
    const { host, tls } = parseSmtpUrl(text);
    if (tls === 'offered' && text.startsWith('smtp+insecure:')) {
      console.warn(
        `Warning: SMTP_URL uses smtp+insecure://, so mail to ${host} may be sent unencrypted, including the password and all links.`,
      );
    }
  } catch (error) {
    throw new UserError(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Normalizes the proxy’s address to the form that sockets report (workers/client-address.ts). A host name would never match, and all
 * clients would share the proxy’s rate limit.
 */
function toPeer(text: string): string {
  if (isIP(text) === 0) throw new UserError(`TRUSTED_PROXY must be one IP address such as 127.0.0.1; got “${text}”.`);
  const { narrow, wide } = toCountedNetworks(text);
  // IPv4, including the form ::ffff:127.0.0.1.
  if (wide === null) return narrow;
  return text.includes('%') ? text : new URL(`http://[${text}]/`).hostname.slice(1, -1);
}
