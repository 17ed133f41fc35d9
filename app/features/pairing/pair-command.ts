import { formatPairingCode } from '~/domain/pairing';

/** Where the simulated device looks for the API by itself. */
const DEFAULT_API = 'http://127.0.0.1:8788';

/** The command that pairs a simulated device by its code. `link` is the pairing link, whose origin is the API's in the demonstration. */
export function toPairCommand(code: string, link: string): string {
  const { origin } = new URL(link);
  return `npm run device -- pair --code ${formatPairingCode(code)}${origin === DEFAULT_API ? '' : ` --api ${origin}`}`;
}
