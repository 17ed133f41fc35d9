import { describe, expect, test } from 'vitest';
import { HELP, readArguments } from './arguments.ts';
import { UsageError } from './usage-error.ts';

describe('arguments', () => {
  test('reads pair with a code and fills in the defaults', () => {
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
        location: null,
      },
    });
  });

  test('reads the options of run', () => {
    expect(
      readArguments(['run', '--as', 'tablet', '--every', '500ms', '--delay', '4', '--silent', '--battery', '0.8', '--once', '--use']),
    ).toMatchObject({
      command: 'run',
      options: { name: 'tablet', everyMs: 500, delayMs: 4_000, mode: 'silent', battery: 0.8, once: true, use: true },
    });
  });

  test('reads the id and name of an app to install', () => {
    const app = { action: 'install', bundleId: 'com.example.game' };
    expect(readArguments(['apps', 'install', 'com.example.game', '--name', 'Game'])).toMatchObject({ options: { app, modelName: 'Game' } });
  });

  test('puts the device folder under DATA_DIR, unless --dir is given', () => {
    expect(readArguments(['list'], { DATA_DIR: '/x' })).toMatchObject({ options: { folder: '/x/devices' } });
    expect(readArguments(['list', '--dir', '/y'], { DATA_DIR: '/x' })).toMatchObject({ options: { folder: '/y' } });
  });

  test.each([[[]], [['help']], [['--help']], [['run', '-h']]])('%j returns help', (args) => expect(readArguments(args)).toBe('help'));

  test('reads commands without options, and lists them in the help', () => {
    for (const command of [
      'run',
      'report',
      'status',
      'offline',
      'online',
      'turn-off',
      'turn-on',
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
    [['dance'], 'Unknown command: dance'],
    [['run', 'tablet'], 'Unexpected argument: tablet'],
    [['run', '--code', 'ABCD-2345'], 'Unknown option for run: --code'],
    [['run', '--colour', 'red'], "Unknown option '--colour'"],
    [['pair'], 'pair needs exactly one of --code, --link or --file'],
    [['pair', '--code', 'ABCD-2345', '--file', 'x'], 'pair needs exactly one of'],
    [['pair', '--code', 'ABCD-2345', '--api', 'localhost'], '--api must be an address'],
    [['pair', '--code', 'ABCD-2345', '--api', 'ftp://127.0.0.1'], '--api must be an address'],
    [['apps', 'eat', 'x'], 'Use one of: install, remove, open'],
    [['apps', 'open'], 'needs one app id'],
    [['apps', 'open', 'a', 'b'], 'needs one app id'],
    [['run', '--fail', '--silent'], 'not both'],
    [['run', '--every', 'soon'], '--every must be a time'],
    [['run', '--battery', '80'], '--battery must be a number from 0 to 1'],
    [['run', '--battery', ''], '--battery must be a number from 0 to 1'],
  ])('%j throws a UsageError with a message that states the cause', (args, words) => {
    expect(() => readArguments(args)).toThrow(UsageError);
    expect(() => readArguments(args)).toThrow(words);
  });
});
