import { afterAll, beforeAll, expect, test } from 'vitest';
import { cancelSubscription, purchase } from '#app/wire/billing.ts';
import { createPairing, createUser } from '#app/wire/family.ts';
import { listGeofences, putGeofence } from '#app/wire/location.ts';
import { createRule } from '#app/wire/rule.ts';
import { openAccount } from '#device/parent.ts';
import { Agent } from '../clients/agent.ts';
import { type Send, uniqueEmail } from '../clients/parent.ts';
import { startTestServers, type TestServers } from '../servers.ts';

const PASSWORD = 'a long password';
const DAILY = { type: 'temporal' as const, days: Array<0 | 1>(7).fill(1), recurring: true, suspended: false };
const OVER = { schedule: 'your plan doesn’t cover it', device: 'Your plan doesn’t cover this device' };
const send: Send = (request) => fetch(request);

let servers: TestServers;
beforeAll(async () => {
  servers = await startTestServers();
});
afterAll(() => servers.close());

/** Logs in without JavaScript and returns a function that reads a page. */
async function openBrowser(email: string) {
  const cookies = new Map<string, string>();
  const go = async (path: string, fields?: Record<string, string>) => {
    const response = await fetch(servers.webUrl + path, {
      method: fields === undefined ? 'GET' : 'POST',
      body: fields === undefined ? null : new URLSearchParams(fields),
      redirect: 'manual',
      headers: { Cookie: [...cookies].map((pair) => pair.join('=')).join('; '), Origin: servers.webUrl, 'Accept-Language': 'en' },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return { status: response.status, html: await response.text() };
  };
  const logIn = { intent: 'login', email, password: PASSWORD, form_token: crypto.randomUUID() };
  expect((await go('/?index&view=login', logIn)).status).toBe(302);
  return async (path: string) => {
    const { status, html } = await go(path);
    expect(status, path).toBe(200);
    // Texts are also in the page's data for scripts.
    return html.replace(/<script[\s\S]*?<\/script>/g, '');
  };
}

test('what a lower plan does not cover stays, is off with the reason, and applies again with a higher plan (A167)', async () => {
  const email = uniqueEmail();
  const { parent } = await openAccount({ apiUrl: servers.apiUrl, email, password: PASSWORD, timeZone: 'Europe/Berlin' });
  const buy = (token: string) =>
    parent.call(purchase, { body: [{ email, sku: 'premium_monthly', source: 'WEB_PARENT', token, trial: false }] });
  await buy('tok_visa');
  const children = [];
  for (const user_name of ['Mia', 'Ben', 'Leo'])
    children.push((await parent.call(createUser, { body: { user_obj: { user_name, time_zone: 'Europe/Berlin' } } })).user_id);
  const [mia = ''] = children;
  const query = { user_id: mia };
  const devices: Array<Agent> = [];
  for (let count = 0; count < 2; count += 1) {
    const { code } = await parent.call(createPairing, { body: { ...query, os: 'android' } });
    devices.push(await Agent.enrol(send, { code }, undefined, servers.apiUrl));
  }
  await parent.call(createRule, { query, body: { ...DAILY, rule_name: 'First', time_duration: '20:00PT60M' } });
  await parent.call(createRule, { query, body: { ...DAILY, rule_name: 'Second', time_duration: '14:00PT60M' } });
  const school = { name: 'School', lat: 52.5, lon: 13.4, radius: 150, address: '', icon: 'school' as const, active: true };
  await parent.call(putGeofence, { body: { ...school, users: [mia], triggers: ['enter', 'exit'], not_by: [] } });

  const read = await openBrowser(email);
  const pages = async () => {
    const [schedule, family, plan] = [await read(`/manage/${mia}/schedule`), await read('/my-family'), await read('/subscription')];
    const policies = await Promise.all(
      devices.map(async (device) =>
        ((await device.policy()).policy.users[0]?.rules ?? []).filter(({ type }) => type === 'temporal').map(({ suspended }) => suspended),
      ),
    );
    return {
      // Those that the parent turned on, and those of them that the plan does not cover.
      schedules: [schedule.match(/<li[^>]*data-on="true"/g)?.length, schedule.split(OVER.schedule).length - 1],
      devices: [family.split('data-testid="receipt"').length - 1, family.split(OVER.device).length - 1],
      children: ['Mia', 'Ben', 'Leo'].every((name) => family.includes(name)),
      isFree: plan.includes('You’re on Free.'),
      policies,
    };
  };
  const before = await pages();
  expect(before).toMatchObject({
    schedules: [2, 0],
    devices: [2, 0],
    children: true,
    isFree: false,
    policies: [
      [false, false],
      [false, false],
    ],
  });

  // The plan says before what it will turn off and delete.
  const cancel = await read('/subscription/cancel');
  for (const part of ['data-testid="lost-devices"', 'data-testid="lost-schedules"', 'All stored positions are deleted for good.'])
    expect(cancel).toContain(part);

  await parent.call(cancelSubscription, { query: { sku: 'premium_monthly' } });
  await (await servers.webEnv()).INTERNAL.advanceSandbox(email, 32);
  expect(await pages()).toEqual({
    schedules: [2, 1],
    devices: [2, 1],
    children: true,
    isFree: true,
    policies: [[false, true], []],
  });
  await expect(parent.call(listGeofences, { query: { include: 'all' } })).rejects.toMatchObject({ status: 403 });

  await buy('tok_mastercard');
  expect(await pages()).toEqual(before);
  expect((await parent.call(listGeofences, { query: { include: 'all' } })).map(({ name }) => name)).toEqual(['School']);
});
