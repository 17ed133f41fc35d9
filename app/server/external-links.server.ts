import type { AppLoadContext } from '@remix-run/cloudflare';

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

function httpsOr(standard: string, address: string | undefined): string {
  return address !== undefined && URL.canParse(address) && new URL(address).protocol === 'https:' ? address : standard;
}
