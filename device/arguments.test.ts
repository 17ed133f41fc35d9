import { expect, test } from 'vitest';
import { HELP, readArguments, UsageError } from './arguments.ts';

test('pair with a code and the defaults', () => {
  expect(readArguments(['pair', '--code', 'ABCD-2345'])).toEqual({
    command: 'pair',
    options: {
      name: 'phone',
      folder: '.data/devices',
      api: null,
      code: 'ABCD-2345',
      link: null,
      file: null,
      modelName: null,
      model: null,
      os: null,
      isNew: false,
      everyMs: 2_000,
      delayMs: null,
      battery: null,
      mode: null,
      run: false,
      once: false,
      use: false,
      words: null,
      app: null,
    },
  });
});

test('run with everything', () => {
  expect(
    readArguments(['run', '--as', 'tablet', '--every', '500ms', '--delay', '4', '--silent', '--battery', '0.8', '--once', '--use']),
  ).toMatchObject({
    command: 'run',
    options: { name: 'tablet', everyMs: 500, delayMs: 4_000, mode: 'silent', battery: 0.8, once: true, use: true },
  });
});

test('an app is installed by its id, with a name', () => {
  const app = { deed: 'install', bundleId: 'com.example.game' };
  expect(readArguments(['apps', 'install', 'com.example.game', '--name', 'Game'])).toMatchObject({ options: { app, modelName: 'Game' } });
});

test('DATA_DIR moves the devices, --dir wins', () => {
  expect(readArguments(['list'], { DATA_DIR: '/x' })).toMatchObject({ options: { folder: '/x/devices' } });
  expect(readArguments(['list', '--dir', '/y'], { DATA_DIR: '/x' })).toMatchObject({ options: { folder: '/y' } });
});

test.each([[[]], [['help']], [['--help']], [['run', '-h']]])('%j asks for help', (args) => expect(readArguments(args)).toBe('help'));

test('the help names every command that is understood', () => {
  for (const command of [
    'run',
    'report',
    'status',
    'offline',
    'online',
    'silent',
    'fail',
    'ok',
    'remove-management',
    'restore-management',
    'apps',
    'list',
    'forget',
  ]) {
    expect(readArguments([command])).toMatchObject({ command });
    expect(HELP).toContain(`  ${command} `);
  }
});

test.each([
  [['dance'], 'There is no command «dance»'],
  [['run', 'tablet'], '«tablet» is too much after run'],
  [['run', '--code', 'ABCD-2345'], 'run does not know --code'],
  [['run', '--colour', 'red'], "Unknown option '--colour'"],
  [['pair'], 'pair needs one of --code, --link and --file'],
  [['pair', '--code', 'ABCD-2345', '--file', 'x'], 'pair needs one of'],
  [['pair', '--code', 'ABCD-2345', '--api', 'localhost'], '--api takes an address'],
  [['pair', '--code', 'ABCD-2345', '--api', 'ftp://127.0.0.1'], '--api takes an address'],
  [['apps', 'eat', 'x'], 'apps takes install, remove, open'],
  [['apps', 'open'], 'takes one id'],
  [['apps', 'open', 'a', 'b'], 'takes one id'],
  [['run', '--fail', '--silent'], 'Choose one'],
  [['run', '--every', 'soon'], '--every takes a time'],
  [['run', '--battery', '80'], '--battery takes a level from 0 to 1'],
  [['run', '--battery', ''], '--battery takes a level from 0 to 1'],
])('%j is refused in words', (args, words) => {
  expect(() => readArguments(args)).toThrow(UsageError);
  expect(() => readArguments(args)).toThrow(words);
});
