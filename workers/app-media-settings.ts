import { isLoopback } from '#app/domain/private-address.ts';

/** True if ratings and images may be requested from this address. It must be https or, in the demonstration, http on this machine. */
export function isAppMediaAddress(url: URL, isDemonstration: boolean): boolean {
  return url.protocol === 'https:' || (isDemonstration && url.protocol === 'http:' && isLoopback(url.hostname));
}

/** Returns the fault of APP_MEDIA_URL as a sentence for a failed start, or null. */
export function findAppMediaFault(address: string, isDemonstration: boolean): string | null {
  if (URL.canParse(address) && isAppMediaAddress(new URL(address), isDemonstration)) return null;
  return `APP_MEDIA_URL must be an https address${isDemonstration ? ', or http on this machine' : ''}; got “${address}”.`;
}
