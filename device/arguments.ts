import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LOCATION_COMMANDS, LOCATION_HELP, type LocationOrder, readLocationOrder } from './location-arguments.ts';
import { UsageError } from './usage-error.ts';

/** The checked options of a command. Times in ms. */
export type Options = {
  name: string;
  folder: string;
  api: string | null;
  code: string | null;
  link: string | null;
  file: string | null;
  modelName: string | null;
  model: string | null;
  os: string | null;
  /** Pairs with a new device identity, even if the device was paired before. */
  isNew: boolean;
  everyMs: number;
  delayMs: number | null;
  battery: number | null;
  mode: 'failing' | 'silent' | null;
  run: boolean;
  once: boolean;
  use: boolean;
  /** Words of the account key’s fingerprint, as shown on the parent’s page. */
  words: string | null;
  /** The action and the app it applies to; null: list the apps. */
  app: { action: AppAction; bundleId: string } | null;
  /** Null: the command is not about location. */
  location: LocationOrder | null;
};
export type AppAction = 'install' | 'remove' | 'open';
export type ParsedCommand = { command: Command; options: Options };

const COMMANDS = {
  pair: 'Pair this device with a code, a link or a file',
  run: 'Run the device until Ctrl-C',
  report: 'Send one report now',
  status: 'Show the device’s rules and current state',
  offline: 'Disconnect the network',
  online: 'Reconnect the network',
  'turn-off': 'Turn the device off',
  'turn-on': 'Turn the device on, and report since when it was off',
  silent: 'Apply commands without confirming them',
  fail: 'Answer every command with an error',
  ok: 'Confirm commands normally again',
  'remove-management': 'Remove device management, as a child might',
  'restore-management': 'Restore device management',
  'confirm-key': 'Compare the account key with the words on the parent’s page',
  apps: 'List apps and their rules; install, remove or open one',
  ...LOCATION_COMMANDS,
  list: 'List all devices in this folder',
  forget: 'Delete a device’s state file',
} as const;
export type Command = keyof typeof COMMANDS;

export const HELP = `Usage: npm run device -- <command> [options]

Simulates a child's device.

Commands:
${Object.entries(COMMANDS)
  .map(([name, what]) => `  ${name.padEnd(20)}${what}`)
  .join('\n')}

Options:
Any command       --as NAME            device name (default: phone)
                  --dir FOLDER         folder of the state files (default: .data/devices)
pair              --code ABCD-2345     the code shown on the pairing page
                  --link URL           the pairing link or QR code text, including #k=
                  --file FILE          JSON file with link, code, or pair_id and token
                  --api URL            API address (default: from the link, else http://127.0.0.1:8788)
                  --name "Mia's phone" --model PX-1 --os android|iOS|other
                  --new                pair as a new device (default: reuse its previous identity, the udid)
                  --run                run the device after pairing
run               --every 2s           how often to check its settings, and to poll while not connected
                  --delay 4s           delay before applying a command
                  --fail | --silent    start in that mode
                  --battery 0.8        battery level from 0 to 1
                  --use                simulate use: screen time counts while the device is allowed
                  --once               run one cycle and exit
apps              install ID           install an app, as a child might; --name "App name"
                  remove ID            remove an app
                  open ID              open an app; --use counts its time from now on
${LOCATION_HELP}
confirm-key       --words "six words"  the words on the parent’s page; without it, show the device’s words

Exit codes: 0 success, 1 server error or no response, 2 invalid usage, 3 not paired or not managed.`;

const FLAGS = {
  as: { type: 'string' },
  dir: { type: 'string' },
  api: { type: 'string' },
  code: { type: 'string' },
  link: { type: 'string' },
  file: { type: 'string' },
  name: { type: 'string' },
  model: { type: 'string' },
  os: { type: 'string' },
  new: { type: 'boolean' },
  every: { type: 'string' },
  delay: { type: 'string' },
  battery: { type: 'string' },
  run: { type: 'boolean' },
  words: { type: 'string' },
  once: { type: 'boolean' },
  use: { type: 'boolean' },
  fail: { type: 'boolean' },
  silent: { type: 'boolean' },
  accuracy: { type: 'string' },
  car: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const ANYWHERE = ['as', 'dir', 'help'] as const;
const RUNNING = ['every', 'delay', 'battery', 'once', 'use', 'fail', 'silent'] as const;
const PAIRING = ['api', 'code', 'link', 'file', 'name', 'model', 'os', 'new', 'run'] as const;
const ACCEPTED: Partial<Record<Command, ReadonlyArray<string>>> = {
  pair: [...PAIRING, ...RUNNING],
  run: RUNNING,
  report: ['battery'],
  'confirm-key': ['words'],
  apps: ['name'],
  at: ['accuracy'],
  walk: ['car'],
};
const APP_ACTIONS = ['install', 'remove', 'open'] as const satisfies ReadonlyArray<AppAction>;

/**
 * Parses a command line. Returns `help` if help is requested or no command is given. `DATA_DIR` moves the device folder.
 * @throws UsageError
 */
export function readArguments(args: Array<string>, environment: { DATA_DIR?: string | undefined } = {}): ParsedCommand | 'help' {
  const { values, positionals } = parse(args);
  const [word, ...surplus] = positionals;
  if (values.help === true || word === undefined || word === 'help') return 'help';
  const command = toCommand(word);
  const app = command === 'apps' && surplus.length > 0 ? toAppOrder(surplus) : null;
  const location = readLocationOrder(command, surplus, { accuracy: values.accuracy, car: values.car === true });
  if (app === null && location === null && surplus.length > 0)
    throw new UsageError(`Unexpected argument: ${surplus.join(' ')}. Use --as for the device name.`);
  const accepted: ReadonlyArray<string> = [...ANYWHERE, ...(ACCEPTED[command] ?? [])];
  const strange = Object.keys(values).find((flag) => !accepted.includes(flag));
  if (strange !== undefined) throw new UsageError(`Unknown option for ${command}: --${strange}. Run npm run device -- help.`);
  if (values.fail === true && values.silent === true) throw new UsageError('Use either --fail or --silent, not both.');
  const ways = [values.code, values.link, values.file].filter((way) => way !== undefined);
  if (command === 'pair' && ways.length !== 1) throw new UsageError('pair needs exactly one of --code, --link or --file.');
  return {
    command,
    options: {
      name: values.as ?? 'phone',
      folder: values.dir ?? join(environment.DATA_DIR ?? '.data', 'devices'),
      api: values.api === undefined ? null : toApiUrl(values.api),
      code: values.code ?? null,
      link: values.link ?? null,
      file: values.file ?? null,
      modelName: values.name ?? null,
      model: values.model ?? null,
      os: values.os ?? null,
      isNew: values.new === true,
      everyMs: values.every === undefined ? 2_000 : Math.max(100, toMilliseconds('--every', values.every)),
      delayMs: values.delay === undefined ? null : toMilliseconds('--delay', values.delay),
      battery: values.battery === undefined ? null : toBattery(values.battery),
      mode: values.fail === true ? 'failing' : values.silent === true ? 'silent' : null,
      run: values.run === true,
      once: values.once === true,
      use: values.use === true,
      words: values.words ?? null,
      app,
      location,
    },
  };
}

function toAppOrder([word, bundleId = '', ...surplus]: Array<string>): NonNullable<Options['app']> {
  const action = APP_ACTIONS.find((candidate) => candidate === word);
  if (action === undefined) throw new UsageError(`Unknown action for apps: ${word}. Use one of: ${APP_ACTIONS.join(', ')}.`);
  if (!/^\S{1,256}$/.test(bundleId) || surplus.length > 0)
    throw new UsageError(`apps ${action} needs one app id, such as com.example.game.`);
  return { action, bundleId };
}

function parse(args: Array<string>): ReturnType<typeof parseArgs<{ options: typeof FLAGS; allowPositionals: true }>> {
  try {
    // A latitude south of the equator is not an option.
    const words = args.map((word) => (/^-\d/.test(word) ? ` ${word}` : word));
    return parseArgs({ args: words, options: FLAGS, allowPositionals: true });
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    throw new UsageError(text.split('. ')[0] ?? text);
  }
}

function toCommand(word: string): Command {
  for (const command of commandNames()) if (command === word) return command;
  throw new UsageError(`Unknown command: ${word}. Commands: ${commandNames().join(', ')}.`);
}

function commandNames(): Array<Command> {
  return Object.keys(COMMANDS).filter((name): name is Command => name in COMMANDS);
}

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const;

/** Parses `500ms`, `2s`, `1.5m` or `1h`; a number without a unit is seconds. */
function toMilliseconds(flag: string, text: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text.trim());
  if (match === null) throw new UsageError(`${flag} must be a time such as 500ms, 2s or 1m; got “${text}”.`);
  const [, number, unit = 's'] = match;
  const factor = unit === 'ms' || unit === 'm' || unit === 'h' ? UNITS[unit] : UNITS.s;
  return Math.round(Number(number) * factor);
}

function toBattery(text: string): number {
  const level = Number(text);
  if (text.trim() === '' || !(level >= 0 && level <= 1)) throw new UsageError(`--battery must be a number from 0 to 1; got “${text}”.`);
  return level;
}

function toApiUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new UsageError(`--api must be an address such as http://127.0.0.1:8788; got “${text}”.`);
  }
  return text.replace(/\/+$/, '');
}
