import { describe, expect, test } from 'vitest';
import type { ChildDevice, PolicyDelivery } from '#app/features/children/status/child-status.server';
import { toTable } from './restrictions.server';

const device = (
  name: string,
  osVersion: string,
  appVersion: string,
  unsupported: Array<string> = [],
  policy: Partial<PolicyDelivery> = {},
): ChildDevice => ({
  id: name,
  name,
  os: 'android',
  osVersion,
  appVersion,
  pairedAt: 0,
  unsupported,
  policy: { isManaged: true, applied: null, command: null, ...policy },
});

describe('restrictions', () => {
  test('names the missing requirement if there is one, and otherwise says that the device refused (D10, DEV-087)', () => {
    const everything = ['allowAirplaneMode', 'allowAdTracking', 'allowAppRemoval'];
    const table = toTable(
      'android',
      [
        device('old system', '8.1', '8.1', everything),
        device('old app', '14', '6.0', everything),
        device('refuses', '14', '8.1', everything),
      ],
      {},
      0,
    );
    const behind = (key: string) =>
      table.rows
        .find((row) => row.key === key)
        ?.behind.map(({ name, support }) => [name, support.kind, 'version' in support ? support.version : '']);
    expect(table.behind).toEqual([{ id: 'old app', name: 'old app', os: 'android', support: { kind: 'needs_app', version: '6.1' } }]);
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

  test('shows no switches if every device of the system is too old (APPS-033)', () => {
    expect(toTable('android', [device('old', '14', '6.0')], { allowAppRemoval: 'N' }, 0).rows).toEqual([]);
  });

  test('names the devices that have not applied a change, and an unmanaged device only once (A118)', () => {
    const changedAt = 100;
    const failed = { policyAt: changedAt, state: 'failed' as const, endedAt: 110 };
    const devices = [
      device('waits', '14', '8.1'),
      device('fails', '14', '8.1', [], { command: failed }),
      device('left', '14', '8.1', [], { isManaged: false }),
      device('keeps', '14', '8.1', [], { applied: { policyAt: changedAt, at: 110 } }),
    ];
    const { behind, rows } = toTable('android', devices, { allowAppRemoval: 'N' }, changedAt);
    const supportByName = (all: Array<{ name: string; support: { kind: string } }>) =>
      all.map(({ name, support }) => `${name} ${support.kind}`);
    expect(supportByName(behind)).toEqual(['left unmanaged']);
    expect(rows.flatMap((row) => supportByName(row.behind).map((text) => `${row.key} ${text}`))).toEqual([
      'allowAppRemoval waits waiting',
      'allowAppRemoval fails failed',
    ]);
  });
});
