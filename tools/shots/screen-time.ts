import type { Browser, Page } from '@playwright/test';
import { installApp } from '#device/apps.ts';
import type { Device } from '#device/call.ts';
import { appOn } from '#device/demo-apps.ts';
import { step as deviceStep } from '#device/device.ts';
import {
  addChild,
  addSchedules,
  dateIn,
  dismissAll,
  findChild,
  newCode,
  setAllowance,
  setApps,
  setWelcomed,
} from '#device/filled-panels.ts';
import { openAccount, type Parent } from '#device/parent.ts';
import { setManagement } from '#device/transitions.ts';
import { addUsage } from '#device/usage.ts';
import type { OwnProduct } from '../own-product.ts';
import { pairDevice } from '../pair-device.ts';
import type { Arrange, Camera } from './camera.ts';
import { addDevice, openParent, PASSWORD, TIME_ZONE } from './household.ts';

type Shoot = Camera['shoot'];

const PHONE_APPS = ['whatsapp', 'messages', 'clock', 'minecraft', 'toca', 'duolingo', 'khan', 'spotify', 'youtube', 'tiktok'] as const;
const IPAD = { make: 'Apple', model: 'iPad15,7', modelName: 'iPad (A16)', os: 'iOS', osVersion: '26.1', managementLevel: 'ios-supervised' };
const OLD = { make: 'Samsung', model: 'SM-T510', modelName: 'Galaxy Tab A', osVersion: '6', appVersion: '3.1' };
const LOCKED = ['schedule?edit=new', 'allowance', 'app-rules', 'restrictions', 'web-filter'];

/** Takes screenshots of the six panels, their header and the notifications: on the free plan, with much content, and empty. */
export async function showScreenTime(browser: Browser, product: OwnProduct, camera: Camera): Promise<void> {
  await showLocked(browser, product, camera);
  const { page, email } = await openParent(browser, product);
  await (await product.webEnv()).INTERNAL.grant(email, 'premium_annual');
  const phone = await addDevice(page, product, 'Mia');
  const { parent } = await openAccount({ apiUrl: product.apiUrl, email, password: PASSWORD, timeZone: TIME_ZONE });
  const mia = await findChild(parent, 'Mia');
  const home = `/manage/${mia}`;
  const shoot: Shoot = (state, path, options) => camera.shoot(state, path, { as: page, ...options });
  await shoot('apps-empty', `${home}/app-rules`);
  await fillApps(parent, product, mia, phone);
  await showAllowance(parent, mia, phone, shoot);
  await showSchedules(parent, mia, shoot);
  await showApps(home, shoot);
  await showDevices(home, page, phone, shoot);
  await showOthers(parent, product, shoot);
  await showChildren(parent, mia, page, shoot);
  await showNotifications(parent, page, shoot);
}

async function showLocked(browser: Browser, product: OwnProduct, { shoot }: Camera): Promise<void> {
  const { page } = await openParent(browser, product);
  const device = await addDevice(page, product, 'Mia');
  device.store.update((state) => PHONE_APPS.reduce((known, key) => installApp(known, appOn('android', key)), state));
  await deviceStep(device, true);
  await page.goto('/manage');
  await page.locator('[role=switch], .switch').first().click();
  const home = new URL(page.url()).pathname.replace(/\/[^/]*$/, '');
  for (const panel of LOCKED) await shoot(`locked-${panel.replace(/\?.*/, '')}`, `${home}/${panel}`, { as: page });
}

/** Adds apps with all types of rules, and a second device on iOS. */
async function fillApps(parent: Parent, product: OwnProduct, mia: string, phone: Device): Promise<void> {
  phone.store.update((state) => PHONE_APPS.reduce((known, key) => installApp(known, appOn('android', key)), state));
  const ipad = await pairDevice(product.apiUrl, await newCode(parent, mia, 'iOS'), IPAD);
  ipad.store.update((state) => installApp(installApp(state, appOn('iOS', 'minecraft')), appOn('iOS', 'scratch')));
  await setApps(parent, mia, {
    never: ['tiktok'],
    always: ['messages', 'clock'],
    learning: ['duolingo', 'khan'],
    limits: { minecraft: 3600 },
    restrictions: { allowInAppPurchases: 'N', allowAirplaneMode: 'N' },
  });
  for (const device of [phone, ipad]) await deviceStep(device, true);
}

async function showAllowance(parent: Parent, mia: string, phone: Device, shoot: Shoot): Promise<void> {
  const path = `/manage/${mia}/allowance`;
  const unwelcome = async () => {
    await setWelcomed(parent, false);
    return path;
  };
  await shoot('allowance-welcome', unwelcome, { isWhole: false });
  await setWelcomed(parent, true);
  await shoot('allowance-off', path);
  await setAllowance(parent, mia, { minutes: 120, zone: TIME_ZONE });
  await use(phone, 75, 'com.mojang.minecraftpe');
  await shoot('allowance-on', path);
  await shoot('allowance-wrong', path, {
    arrange: async (page) => {
      await page.locator('[name="allowance[1]"]').fill('1500');
      await page.locator('.button[value=allowance-save]').click();
      await page.locator('#own-extra').fill('25 h');
      await page.waitForSelector('[aria-invalid=true]');
    },
  });
  await setAllowance(parent, mia, { minutes: 120, extraMinutes: 15, zone: TIME_ZONE });
  await shoot('allowance-extra', path, { arrange: (page) => page.getByTestId('learning').locator('summary').click() });
  await use(phone, 70, 'com.google.android.youtube');
  await shoot('allowance-used-up', path);
  await setAllowance(parent, mia, { minutes: 240, zone: TIME_ZONE });
  await deviceStep(phone, true);
}

async function showSchedules(parent: Parent, mia: string, shoot: Shoot): Promise<void> {
  const path = `/manage/${mia}/schedule`;
  const apps = ['com.mojang.minecraftpe', 'com.google.android.youtube'];
  const { bedtime, ofApps } = await addSchedules(parent, mia, { zone: TIME_ZONE, apps });
  await shoot('schedule', path);
  await shoot('schedule-plain', path, { without: 'script' });
  await shoot('schedule-asked', `${path}?on=${dateIn(TIME_ZONE, 1)}&at=02:30`);
  await shoot('schedule-new', `${path}?edit=new`, { isWhole: false });
  await shoot('schedule-exceptions', `${path}?edit=${bedtime}`, {
    isWhole: false,
    arrange: scrollTo('.exception'),
  });
  await shoot('schedule-exceptions-plain', `${path}?edit=${bedtime}`, { without: 'script' });
  await shoot('schedule-of-apps', `${path}?edit=${ofApps}`, { isWhole: false, arrange: scrollTo('[name=apps]') });
  await shoot('schedule-remove', `${path}?remove=${ofApps}`, { isWhole: false });
  await shoot('schedule-wrong', `${path}?edit=new`, {
    isWhole: false,
    arrange: async (page) => {
      await page.locator('#schedule-name').fill('');
      await page.locator('button[value=schedule-save]').click();
      await page.waitForSelector('[aria-invalid=true]');
    },
  });
}

async function showApps(home: string, shoot: Shoot): Promise<void> {
  await shoot('apps', `${home}/app-rules`);
  await shoot('apps-search', `${home}/app-rules?q=zzz`);
  await shoot('app-details', `${home}/app-rules?app=com.mojang.minecraftpe`, { isWhole: false });
  await shoot('app-limit', `${home}/app-rules?limit=com.mojang.minecraftpe`, { isWhole: false });
  await shoot('app-limit-wrong', `${home}/app-rules?limit=com.mojang.minecraftpe`, {
    isWhole: false,
    arrange: async (page) => {
      await page.locator('#app-minutes').fill('9999');
      await page.locator('button[value=limit-minutes]').click();
      await page.waitForSelector('[aria-invalid=true]');
    },
  });
  await shoot('restrictions', `${home}/restrictions`);
  await shoot('web-filter', `${home}/web-filter`);
  await shoot('web-filter-wrong', `${home}/web-filter`, {
    arrange: async (page) => {
      await page.locator('[name=deny]').fill('https://www.example.com/some/page\nno host');
      await page.locator('button[value=web-filter]').click();
      await page.waitForSelector('.wrong');
    },
  });
}

async function showDevices(home: string, page: Page, phone: Device, shoot: Shoot): Promise<void> {
  phone.store.update((state) => ({ ...state, batteryLevel: 0.14 }));
  await deviceStep(phone, true);
  await shoot('devices', `${home}/devices`);
  await page.goto(`${home}/devices`);
  const paths = await page.locator('a[href*="?device="]').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  for (const [index, path] of paths.entries()) await shoot(`device-close-${index + 1}`, path, { isWhole: false });
  const [first = ''] = paths;
  await shoot('device-close-remove', `${first}&confirm=remove`, { isWhole: false });
  await shoot('device-close-installed', `${first}&installed=1`, { isWhole: false });
  await shoot('device-close-wrong', first, {
    isWhole: false,
    arrange: async (shown) => {
      const name = shown.locator('form:has(button[value=rename-device]) input:not([type=hidden])').first();
      await name.fill('');
      await shown.locator('button[value=rename-device]').click();
      await shown.waitForSelector('[aria-invalid=true]');
    },
  });
}

/** Takes screenshots of a child whose device is too old for most features, and of a child without a device. */
async function showOthers(parent: Parent, product: OwnProduct, shoot: Shoot): Promise<void> {
  const leo = await addChild(parent, 'Leo', TIME_ZONE);
  const old = await pairDevice(product.apiUrl, await newCode(parent, leo, 'android'), OLD);
  await deviceStep(old, true);
  await setAllowance(parent, leo, { minutes: 120, zone: TIME_ZONE });
  const zoe = await addChild(parent, 'Zoe', TIME_ZONE);
  for (const panel of ['schedule', 'allowance', 'app-rules', 'restrictions', 'web-filter', 'devices']) {
    await shoot(`old-${panel}`, `/manage/${leo}/${panel}`);
    await shoot(`none-${panel}`, `/manage/${zoe}/${panel}`);
  }
  old.store.update((state) => setManagement(state, true, Date.now()));
  await deviceStep(old, true);
  await shoot('old-unmanaged', `/manage/${leo}/devices`);
}

async function showChildren(parent: Parent, mia: string, page: Page, shoot: Shoot): Promise<void> {
  const photo = { name: 'p.jpg', mimeType: 'image/jpeg', buffer: await page.screenshot({ type: 'jpeg' }) };
  await shoot('family-panels', '/my-family');
  await shoot('child-new', '/my-family?new=1', { isWhole: false });
  await shoot('child-new-wrong', '/my-family?new=1', {
    isWhole: false,
    arrange: async (shown) => {
      await shown.locator('[name=name]').fill('');
      await shown.locator('[name=birthday]').fill('2999-01-01');
      await shown.locator('button[value=new-child]').click();
      await shown.waitForSelector('[aria-invalid=true]');
    },
  });
  await shoot('child-edit', `/my-family?child=${mia}&edit=1`, { isWhole: false });
  await shoot('child-face', `/my-family?child=${mia}&face=1`, { isWhole: false });
  await shoot('child-face-plain', `/my-family?child=${mia}&face=1`, { without: 'script' });
  await shoot('child-crop', `/my-family?child=${mia}&face=1`, {
    isWhole: false,
    arrange: async (shown) => {
      await shown.locator('[name=photo]').setInputFiles(photo);
      await shown.waitForSelector('.crop');
    },
  });
  await shoot('child-question', `/my-family?child=${mia}&confirm=remove`, { isWhole: false });
  const another = async () => `/my-family?child=${await addChild(parent, 'Tom', TIME_ZONE)}&confirm=remove`;
  await shoot('child-removed', another, {
    arrange: async (shown) => {
      await shown.locator('button[value=remove-child]').click();
      await shown.waitForSelector('.toast');
    },
  });
  await shoot('switcher', `/manage/${mia}/schedule`, {
    isWhole: false,
    arrange: async (shown) => {
      const summary = shown.locator('.switcher summary');
      if (await summary.isVisible()) await summary.click();
    },
  });
}

async function showNotifications(parent: Parent, page: Page, shoot: Shoot): Promise<void> {
  await shoot('notices', '/notifications');
  await page.goto('/notifications');
  const paths = await page
    .locator('a[href^="/notifications/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  for (const [index, path] of [...new Set(paths)].entries()) await shoot(`notice-${index + 1}`, path);
  await dismissAll(parent);
  await shoot('notices-empty', '/notifications');
}

/** Adds usage of one app and reports it immediately. */
async function use(device: Device, minutes: number, app: string): Promise<void> {
  await deviceStep(device, true);
  device.store.update((state) => addUsage({ ...state, openApp: app }, minutes * 60, Date.now()));
  await deviceStep(device, true);
  await deviceStep(device, true);
}

function scrollTo(selector: string): Arrange {
  return async (page) => {
    const target = page.locator(`dialog`).locator(selector).first();
    await target.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  };
}
