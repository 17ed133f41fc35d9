import { randomUUID } from 'node:crypto';
import type { SampleDetails } from '#app/domain/sample-details.ts';
import type { AnnounceBody, SamplingWire } from '#app/wire/samples.ts';
import type { AccountKeyState } from './account-key.ts';
import type { Device } from './call.ts';
import { serverTime } from './decide.ts';
import { drawScreen } from './draw-screen.ts';
import { countHits, findHits } from './find-hits.ts';
import { isInUseNow } from './reports.ts';
import { addSample, dropRequest, findDue, type Screen, type Wanted } from './samples.ts';
import { screenAt } from './screens.ts';
import { sealSample } from './seal-sample.ts';
import { seedOf } from './simulated-source.ts';
import type { DeviceState } from './state.ts';

/** What the child sees: a screenshot was taken. */
export type Captured = { kind: 'captured'; cause: AnnounceBody['cause'] };

type UserSettings = SamplingWire['users'][number];

/**
 * Returns the key that samples may be sealed for: pinned from the invitation, or compared by a person (A190). Null: capture nothing. A key
 * that the server offered instead does not change that.
 */
export function sealingKeyOf(state: AccountKeyState | null): { key: string; keyId: string } | null {
  return state === null || state.from === 'server' || state.refused !== null ? null : state.trusted;
}

/** Returns why the device can't carry out a request for a screenshot, or null. */
export function findCaptureFault({ accountKey, policy }: DeviceState, childId: string | null): string | null {
  if (sealingKeyOf(accountKey) === null) return 'The device trusts no account key';
  const isOn = policy?.rules.sampling?.users.some(({ user_id }) => user_id === childId) ?? false;
  return isOn ? null : 'Screenshots are off on the device';
}

/**
 * Takes the screenshots that are due: tells the child, draws, searches the text, seals and stores them for the upload. Nothing unsealed is
 * stored. Without an object store, a trusted key or management, does nothing.
 */
export async function captureNow(device: Device): Promise<Array<Captured>> {
  const captured: Array<Captured> = [];
  for (let wanted = nextCapture(device); wanted !== null; wanted = nextCapture(device)) {
    const event = await capture(device, wanted);
    if (event === null) device.store.update((state) => ({ ...state, samples: dropRequest(state.samples, wanted?.commandId ?? null) }));
    else captured.push(event);
    // An automatic capture that failed is tried again in the next round, not in this one.
    if (event === null && wanted.commandId === null) break;
  }
  return captured;
}

function nextCapture(device: Device): Wanted | null {
  const state = device.store.read();
  if (device.objects === undefined || state.enrolment.kind !== 'enrolled' || state.managementRemoved) return null;
  if (sealingKeyOf(state.accountKey) === null) return null;
  const now = serverTime(state, device.now());
  const isUsed = isInUseNow(state, now) && state.applied?.state === 'allowed';
  return findDue(state.samples, state.policy?.rules.sampling ?? null, isUsed ? findUser(state) : null, now);
}

/** Returns the child who uses the device; null on a shared device while nobody said who. */
function findUser({ activeChildId, policy }: DeviceState): { id: string; zone: string } | null {
  const users = policy?.rules.users ?? [];
  const user = users.length === 1 ? users[0] : users.find(({ user_id }) => user_id === activeChildId);
  return user === undefined ? null : { id: user.user_id, zone: user.time_zone };
}

/**
 * Takes an automatic screenshot as of a past time, like a device that has been offline since. The same conditions apply as for any other.
 * The next automatic one is due as if this one had not been taken.
 */
export async function captureAt(device: Device, childId: string, at: number): Promise<Captured | null> {
  if (device.objects === undefined || device.store.read().managementRemoved) return null;
  const { lastAt } = device.store.read().samples;
  const captured = await capture(device, { childId, commandId: null }, at);
  if (captured === null) return null;
  device.store.update((state) => ({
    ...state,
    samples: {
      ...state.samples,
      lastAt: state.samples.lastAt === at ? lastAt : state.samples.lastAt,
      log: state.samples.log.toSorted((a, b) => a.at - b.at),
    },
  }));
  return captured;
}

async function capture(device: Device, { childId, commandId }: Wanted, past: number | null = null): Promise<Captured | null> {
  const state = device.store.read();
  const settings = state.policy?.rules.sampling?.users.find(({ user_id }) => user_id === childId);
  const key = sealingKeyOf(state.accountKey);
  if (settings === undefined || key === null || state.enrolment.kind !== 'enrolled' || device.objects === undefined) return null;
  const now = past ?? serverTime(state, device.now());
  const { accountId, deviceId } = state.enrolment;
  const sampleId = randomUUID();
  const made = await draw(past === null ? currentScreen(state, now) : pastScreen(state, past), settings).catch(() => null);
  // This machine can't draw. The request expires.
  if (made === null) return null;
  const sealed = await sealSample({ accountId, deviceId, sampleId }, key, made);
  for (const [kind, bytes] of Object.entries(sealed.contents)) device.objects.write(sampleId, kind, bytes);
  const cause = commandId === null ? 'periodic' : 'on_demand';
  const announcement: AnnounceBody = {
    sample_id: sampleId,
    user_id: childId,
    sample_ts: now,
    cause,
    ...(commandId === null ? {} : { command_id: commandId }),
    notice_ts: now,
    keys: sealed.keys,
    ocr_summary: countHits(made.details.hits),
    objects: sealed.objects,
  };
  device.store.update((known) => ({ ...known, samples: addSample(known.samples, announcement) }));
  return { kind: 'captured', cause };
}

/** What a child looked at in the past. Which app it was is not recorded, so the time decides. */
function pastScreen({ about }: DeviceState, at: number): Screen {
  return screenAt(seedOf(about.udid), at, { app: null, isLocked: false, isTablet: isTablet(about.modelName) });
}

function isTablet(modelName: string): boolean {
  return /tab|pad/i.test(modelName);
}

function currentScreen(state: DeviceState, now: number): Screen {
  const open = state.apps.find(({ bundleId }) => bundleId === state.openApp);
  return screenAt(seedOf(state.about.udid), now, {
    app: open === undefined ? null : { id: open.bundleId, name: open.name },
    isLocked: state.applied !== null && state.applied.state !== 'allowed',
    isTablet: isTablet(state.about.modelName),
  });
}

async function draw(screen: Screen, { args, ocr }: UserSettings) {
  const { picture, thumb } = await drawScreen(screen, { maxPixels: args.max_px, quality: args.quality });
  const text = screen.lines.join('\n');
  const details: SampleDetails = {
    v: 1,
    app: screen.app,
    title: screen.title,
    thumb: { width: thumb.width, height: thumb.height },
    thumb_hash: null,
    screens: [{ width: picture.width, height: picture.height, text }],
    hits: findHits([text], ocr),
  };
  return { thumb: thumb.bytes, details, screens: [picture.bytes] };
}
