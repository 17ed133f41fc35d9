import type { AppLoadContext } from '@remix-run/cloudflare';

/** Links to pages outside the product: absolute https URLs. */
export type ExternalLinks = { help: string; privacy: string; childrensPrivacy: string; terms: string };

/**
 * Returns this installation's help, privacy and terms pages, by default the project's own (2.11.1, 2.16.1, A97). Values that are not https URLs are
 * ignored.
 */
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
