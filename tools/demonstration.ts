import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listDemoDevices, runDemoDevices, seedDemoFamily } from '#device/demo-family.ts';
import { townAddresses } from './demo-town/town-addresses.ts';
import { townArchive } from './demo-town/town-archive.ts';
import { seedCodes } from './demonstration-codes.ts';
import type { OperatorService, Workers } from './miniflare.ts';
import { dataFolder, makeFolder } from './paths.ts';
import { step } from './progress.ts';
import { developmentSecrets } from './secrets.ts';
import { CHILD_APP_SETTINGS, GEOCODER_SETTINGS, pickSettings, STRIPE_SECRETS, STRIPE_SETTINGS } from './web-settings.ts';

/** Default API address of the simulated device (device/cli.ts). */
const USUAL_API = 'http://127.0.0.1:8788';

export type SignIn = { email: string; password: string };

/**
 * Returns the demonstration’s addresses, and the variables and secrets of both Workers (A124). Creates missing secrets. `port`: of the
 * pages; the API uses the next port.
 */
export function demonstrationVariables(port: number): {
  web: Record<string, string>;
  api: Record<string, string>;
  webUrl: string;
  apiUrl: string;
} {
  const webUrl = `http://localhost:${port}`;
  const apiUrl = `http://127.0.0.1:${port + 1}`;
  const { SESSION_KEYS, ...apiSecrets } = developmentSecrets();
  const shared = { APP_ENV: 'demonstration', PUBLIC_URL: webUrl, API_URL: apiUrl };
  return {
    web: { ...pickSettings(process.env), ...shared, SESSION_KEYS },
    api: {
      // A setting of the operator replaces the addresses of the town.
      GEOCODER_LOCAL: townAddresses(),
      ...pickSettings(process.env, [
        ...CHILD_APP_SETTINGS,
        'APP_MEDIA_URL',
        'MAP_UPSTREAM',
        'MAP_UPSTREAM_ATTRIBUTION',
        ...GEOCODER_SETTINGS,
        ...STRIPE_SETTINGS,
        ...STRIPE_SECRETS,
        'STRIPE_API_URL',
        'LEGACY_IMPORT',
      ]),
      ...shared,
      ...apiSecrets,
      MAIL_FROM: 'Porchlight <porchlight@porchlight.example>',
    },
    webUrl,
    apiUrl,
  };
}

/** Returns the login of the demo family. Creates a random password for each data folder and stores it there. */
export function demonstrationSignIn(): SignIn {
  const file = join(makeFolder(dataFolder()), 'demo.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const signIn = { email: 'demo@porchlight.example', password: randomBytes(12).toString('base64url') };
  writeFileSync(file, `${JSON.stringify(signIn)}\n`, { mode: 0o600 });
  return signIn;
}

/**
 * Ensures that the demo family and the demo codes exist, and runs its devices in this process.
 * @returns a function that stops the devices
 */
export async function startDemoFamily(
  { webUrl, apiUrl, data }: { webUrl: string; apiUrl: string; data: string },
  signIn: SignIn,
  { webEnv, catalogue, operator }: Pick<Workers, 'catalogue' | 'webEnv' | 'operator'>,
): Promise<() => Promise<void>> {
  const folder = join(data, 'demo-devices');
  const grant = async (email: string, sku: string) => (await webEnv()).INTERNAL.grant(email, sku);
  const readMails = async () => (await webEnv()).INTERNAL.mailbox();
  await step('Starting the demo family', async () => {
    await seedCodes(await catalogue());
    await storeTown(await operator());
    await seedDemoFamily({ webUrl, apiUrl, ...signIn, folder, grant, readMails });
  });
  const devices = listDemoDevices(folder);
  console.log(`  ${devices.length} devices running: ${devices.map(({ name, mood }) => `${name} (${mood})`).join(', ')}`);
  const end = new AbortController();
  const living = runDemoDevices({ apiUrl, folder, signal: end.signal }).catch(console.error);
  return async () => {
    end.abort();
    await living;
  };
}

/** Stores the map of the imaginary town. The bytes are the same in every run, so its ETag changes only if the town changes. */
export async function storeTown(operator: OperatorService): Promise<void> {
  const town = townArchive();
  await operator.storeMap('town', new Blob([new Uint8Array(town)]).stream(), town.length);
}

/** Prints how to open and use the demonstration. */
export function printAddresses(
  { webUrl, apiUrl, identityUrl }: { webUrl: string; apiUrl: string; identityUrl: string },
  { email, password }: SignIn,
): void {
  console.log(`\nPorchlight   ${webUrl}   log in as ${email} / ${password}`);
  const api = apiUrl === USUAL_API ? '' : ` --api ${apiUrl}`;
  console.log(
    `             To simulate a device, get a code on «Add a device», then run npm run device -- pair --code ABCD-2345${api} --run`,
  );
  console.log(`             Mailbox: ${webUrl}/mailbox. Fake Google and Apple sign-in: ${identityUrl} (accepts any address).`);
  console.log(`             API for devices: ${apiUrl}. Press Ctrl-C to stop. Run npm run reset to delete its data.`);
}
