import { describe, expect, test } from 'vitest';
import { listInstalledApps } from '#app/wire/apps';
import { ERROR_CODES, Refusal } from '#app/wire/errors';
import { getGranularity, putGranularity } from '#app/wire/granularity';
import { requireSameApps, setScheduledApps } from './schedules.server';

type Schedules = Record<string, Array<string>>;

/** Simulates the API for app schedules and their version. `before` makes another parent's changes just before the first change arrives. */
function familyOf(schedules: Schedules, before: (family: Schedules) => void = () => {}) {
  const family = new Map(Object.entries(schedules));
  let version = 1;
  let puts = 0;
  const read = () => ({ user_id: 'mia', app_schedules: Object.fromEntries(family), updated_ts: version });
  const put = ({ updated_ts, patch }: { updated_ts?: number; patch: { app_schedules: Schedules } }) => {
    puts += 1;
    if (puts === 1) {
      const changes: Schedules = {};
      before(changes);
      for (const [bundleId, ids] of Object.entries(changes)) family.set(bundleId, ids);
      version += Object.keys(changes).length;
    }
    if (updated_ts !== version) throw new Refusal(ERROR_CODES.unknown, 400, 'changed', { reason: 'stale' });
    // Simulates an API that discards this name.
    for (const [bundleId, ids] of Object.entries(patch.app_schedules)) if (bundleId !== '__proto__') family.set(bundleId, ids);
    version += 1;
    return read();
  };
  const answers = new Map<unknown, (input: never) => unknown>([
    [getGranularity, () => [read()]],
    [listInstalledApps, () => []],
    [putGranularity, ({ body }: { body: Parameters<typeof put>[0] }) => put(body)],
  ]);
  const api = { call: async (endpoint: unknown, input: unknown) => answers.get(endpoint)?.(input as never) } as never;
  return { api, now: () => Object.fromEntries([...family].filter(([, ids]) => ids.length > 0)) };
}

describe('schedules', () => {
  test("keeps another parent's simultaneous changes to other schedules", async () => {
    const { api, now } = familyOf({ chess: ['a'] }, (changes) => {
      changes.chess = ['a', 'b'];
    });
    await setScheduledApps(api, 'mia', 'a', { chosen: ['racer'], before: ['chess'] }, 'key');
    expect(now()).toEqual({ chess: ['b'], racer: ['a'] });
  });

  test('refuses a stale choice of apps and keeps the newer choice', async () => {
    const stale = { details: { reason: 'stale' } };
    const meanwhile = familyOf({ chess: ['a'] }, (changes) => {
      changes.video = ['a'];
    });
    const appsRequest = { chosen: ['racer'], before: ['chess'] };
    await expect(setScheduledApps(meanwhile.api, 'mia', 'a', appsRequest, 'key')).rejects.toMatchObject(stale);
    expect(meanwhile.now()).toEqual({ chess: ['a'], video: ['a'] });
    await expect(requireSameApps(meanwhile.api, 'mia', 'a', appsRequest)).rejects.toMatchObject(stale);
    await expect(requireSameApps(meanwhile.api, 'mia', 'a', { ...appsRequest, before: ['video', 'chess'] })).resolves.toBeUndefined();
    // Submits the form again after its first submit took effect.
    await expect(requireSameApps(meanwhile.api, 'mia', 'a', { chosen: ['chess', 'video'], before: [] })).resolves.toBeUndefined();
  });

  test('fails for an app name that the API discards, and saves app names that are names of object properties', async () => {
    const { api, now } = familyOf({});
    await setScheduledApps(api, 'mia', 'a', { chosen: ['constructor', 'toString'], before: [] }, 'key');
    expect(now()).toEqual({ constructor: ['a'], toString: ['a'] });
    const appsRequest = { chosen: ['constructor', 'toString', '__proto__'], before: ['constructor', 'toString'] };
    await expect(setScheduledApps(api, 'mia', 'a', appsRequest, 'key')).rejects.toThrow('differ from the request');
  });
});
