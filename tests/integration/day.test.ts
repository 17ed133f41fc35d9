import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FIRST_NIGHT, findWrong, type Line, liveADay } from '../day/life.ts';
import { startTestServers, type TestServers } from '../servers.ts';

let servers: TestServers;
let lines: Array<Line>;

beforeAll(async () => {
  servers = await startTestServers();
  const grant = async (email: string) => (await servers.webEnv()).INTERNAL.grant(email, 'premium_plus_annual');
  lines = await liveADay({ apiUrl: servers.apiUrl, grant, until: FIRST_NIGHT });
});
afterAll(() => servers.close());

/** Returns the line of a device at a local time of its child. If that time occurs twice, returns the first one. */
function at(device: string, time: string): Line | undefined {
  return lines.find((line) => line.device === device && line.time === time);
}

describe('scripted day', () => {
  test('at every change, each device and app matches the script; for online devices, the API matches too', () => {
    expect(lines.length).toBeGreaterThan(100);
    expect(findWrong(lines)).toEqual([]);
  });

  test.each([
    ['Mia’s phone', '2026-10-24 20:45', 'blocked', 'blocked by a parent'],
    ['Mia’s tablet', '2026-10-24 20:45', 'allowed', 'Decided offline'],
    ['Mia’s tablet', '2026-10-24 21:00', 'blocked', 'Bedtime'],
    ['Mia’s tablet', '2026-10-24 21:00', 'blocked', 'Phone (com.example.phone): usable, always allowed'],
    ['Mia’s phone', '2026-10-24 22:00', 'allowed', 'allowed by a parent'],
    ['Mia’s phone', '2026-10-24 22:30', 'blocked', 'Bedtime'],
    ['Mia’s phone', '2026-10-25 07:00', 'allowed', 'no rule blocks it'],
    ['Kai’s phone', '2026-10-25 09:00', 'blocked', 'today’s screen time is used up'],
    ['Kai’s tablet', '2026-10-25 09:05', 'allowed', 'no rule blocks it'],
    ['Kai’s phone', '2026-10-25 09:15', 'allowed', 'New (com.example.new): blocked, never allowed.'],
    ['Kai’s phone', '2026-10-25 09:20', 'blocked', 'today’s screen time is used up'],
    ['Ben’s tablet', '2026-10-24 19:00', 'paused', 'paused by a parent'],
    ['Ben’s tablet', '2026-10-24 19:10', 'allowed', 'no rule blocks it'],
    ['Ben’s phone', '2026-10-24 21:30', 'blocked', 'Bedtime'],
  ])('%s at %s is %s: %s', (device, time, enforced, why) => {
    expect(at(device, time)).toMatchObject({ enforced, why: expect.stringContaining(why) });
  });
});
