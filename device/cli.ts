import { type Command, HELP, type Options, readArguments } from './arguments.ts';
import {
  change,
  compareKey,
  complain,
  deviceAt,
  EXIT,
  forget,
  handleApps,
  list,
  manage,
  once,
  pair,
  run,
  say,
  status,
} from './cli-commands.ts';
import { handleLocation, sayLog } from './cli-location.ts';
import { setMode } from './state.ts';
import { fileStore, readStateFile, StateFileError, stateFilePath } from './state-file.ts';
import { setPower } from './transitions.ts';
import { UsageError } from './usage-error.ts';

async function obey(command: Command, options: Options): Promise<number> {
  if (command === 'list') return list(options.folder);
  const path = stateFilePath(options.folder, options.name);
  if (command === 'pair') return pair(options, path);
  if (command === 'forget') return forget(options, path);
  const state = readStateFile(path);
  if (state === null || (state.enrolment.kind !== 'enrolled' && command !== 'status')) {
    console.error(
      state?.enrolment.kind === 'gone'
        ? `“${options.name}” is no longer managed. A parent removed it.`
        : `“${options.name}” is not paired yet. Run npm run device -- pair --code ABCD-2345`,
    );
    return EXIT.unpaired;
  }
  switch (command) {
    case 'locate':
    case 'at':
    case 'walk':
    case 'day':
    case 'fault':
      return handleLocation(options, path);
    case 'located':
      return sayLog(options, path);
    case 'run':
      return run(options, path);
    case 'report':
      if (options.battery !== null) fileStore(path).update((known) => ({ ...known, batteryLevel: options.battery }));
      return once(deviceAt(path), true);
    case 'status':
      return status(options, path);
    case 'offline':
      return change(path, 'Offline. Using the last known rules.', (known) => ({ ...known, offline: true }));
    case 'online':
      return change(path, 'Online.', (known) => ({ ...known, offline: false }));
    case 'turn-off':
      return change(path, 'Off. Does nothing until turned on.', (known) => setPower(known, false, Date.now()));
    case 'turn-on':
      return change(path, 'On. Included in the next report.', (known) => setPower(known, true, Date.now()));
    case 'silent':
      return change(path, 'Silent: applies commands without confirming them.', (known) => setMode(known, 'silent'));
    case 'fail':
      return change(path, 'Failing: answers every command with an error.', (known) => setMode(known, 'failing'));
    case 'ok':
      return change(path, 'Confirms commands normally again.', (known) => ({ ...setMode(known, 'prompt'), delayMs: 0 }));
    case 'apps':
      return handleApps(options, path);
    case 'confirm-key':
      return compareKey(options, path);
    case 'remove-management':
      return manage(path, true);
    case 'restore-management':
      return manage(path, false);
  }
}

async function main(args: Array<string>): Promise<number> {
  try {
    const order = readArguments(args, process.env);
    if (order === 'help') {
      say(HELP);
      return EXIT.done;
    }
    return await obey(order.command, order.options);
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`${error.message}\nFor help, run npm run device -- help`);
      return EXIT.usage;
    }
    if (error instanceof StateFileError) return complain(error.message);
    throw error;
  }
}

process.exitCode = await main(process.argv.slice(2));
