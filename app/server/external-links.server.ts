import type { AppLoadContext } from '@remix-run/cloudflare';
import type { DeviceOs } from '~/domain/device';

/** Pages about the product that stand outside it: absolute https addresses. */
export type ExternalLinks = { help: string; privacy: string; childrensPrivacy: string; terms: string };

/** Where this installation's help, privacy notices and terms stand, else the project's own (2.11.1, 2.16.1, A97). What is no https address counts as not set. */
export function externalLinks({ env }: AppLoadContext): ExternalLinks {
  return {
    help: httpsOr('https://help.porchlight.example/', env.HELP_URL),
    privacy: httpsOr('https://porchlight.example/privacy', env.PRIVACY_URL),
    childrensPrivacy: httpsOr('https://porchlight.example/childrens-privacy', env.CHILDRENS_PRIVACY_URL),
    terms: httpsOr('https://porchlight.example/terms', env.TERMS_URL),
  };
}

/** Where the child app for each kind of device is found: absolute addresses, https or http on loopback; null where none is set. */
export type ChildApps = Record<DeviceOs, string | null>;

/** What this installation says of the child app. What is no such address counts as not set. */
export function childApps({ env }: AppLoadContext): ChildApps {
  return {
    iOS: safeOrNull(env.CHILD_APP_URL_IOS),
    android: safeOrNull(env.CHILD_APP_URL_ANDROID),
    other: safeOrNull(env.CHILD_APP_URL_OTHER),
  };
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

function safeOrNull(address: string | undefined): string | null {
  if (address === undefined || !URL.canParse(address)) return null;
  const { protocol, hostname, href } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname)) ? href : null;
}

function httpsOr(standard: string, address: string | undefined): string {
  return address !== undefined && URL.canParse(address) && new URL(address).protocol === 'https:' ? address : standard;
}
