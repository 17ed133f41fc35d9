import { expect, test } from 'vitest';
import type { ChildDevice } from './granularity.server';
import { toTable } from './restrictions.server';

const device = (name: string, osVersion: string, appVersion: string, unsupported: Array<string> = []): ChildDevice => ({
  id: name,
  name,
  make: 'Acme',
  model: 'One',
  os: 'android',
  osVersion,
  appVersion,
  childIds: ['mia'],
  pairId: '',
  suspended: false,
  managementRemoved: false,
  batteryLevel: null,
  lastSeenAt: null,
  pairedAt: 0,
  updatedAt: 0,
  unsupported,
});

test('a device says of itself that it cannot: what can be mended is told, and only else that it refused (D10, DEV-087)', () => {
  const everything = ['allowAirplaneMode', 'allowAdTracking', 'allowAppRemoval'];
  const table = toTable(
    'android',
    [
      device('old system', '8.1', '8.1', everything),
      device('old app', '14', '6.0', everything),
      device('refuses', '14', '8.1', everything),
    ],
    {},
  );
  const behind = (key: string) =>
    table.rows
      .find((row) => row.key === key)
      ?.behind.map(({ name, support }) => [name, support.kind, 'version' in support ? support.version : '']);
  expect(table.behind).toEqual([{ id: 'old app', name: 'old app', support: { kind: 'needs_app', version: '6.1' } }]);
  expect(behind('allowAirplaneMode')).toEqual([
    ['old system', 'needs_os', '9'],
    ['refuses', 'refused', ''],
  ]);
  expect(behind('allowAppRemoval')).toEqual([
    ['old system', 'refused', ''],
    ['refuses', 'refused', ''],
  ]);
  expect(behind('allowAppInstallation')).toEqual([]);
});

test('a table of nothing but devices that are too old has no switches (APPS-033)', () => {
  expect(toTable('android', [device('old', '14', '6.0')], { allowAppRemoval: 'N' }).rows).toEqual([]);
});
