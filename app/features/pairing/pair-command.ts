import { formatPairingCode } from '#app/domain/pairing';

/** The API address that the simulated device uses by default. */
const DEFAULT_API = 'http://127.0.0.1:8788';

/**
 * Returns the command that pairs a simulated device with a code. `link`: the pairing link; in the demonstration, its origin is the API's.
 */
export function toPairCommand(code: string, link: string): string {
  const { origin } = new URL(link);
  return `npm run device -- pair --code ${formatPairingCode(code)}${origin === DEFAULT_API ? '' : ` --api ${origin}`}`;
}
