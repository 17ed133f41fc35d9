import type { AppAccess } from '../app/domain/app-rules.ts';
import type { AccessState, Reason } from '../app/domain/block-status.ts';
import { localDate } from '../app/domain/time.ts';
import type { Refusal } from '../app/wire/errors.ts';
import type { AccountKeyState } from './account-key.ts';
import { type Limits, resolveApp, resolveLimits } from './apps.ts';
import { clockStanding } from './clock.ts';
import type { Decision } from './decide.ts';
import type { Happening } from './device.ts';
import { isCutOff } from './habits.ts';
import type { DeviceState, InstalledApp } from './state.ts';

/** A device that runs writes down every few seconds that it lives; one that did not for so long runs no more. */
const LONGEST_QUIET_MS = 3 * 60_000;
const STATE_WORDS = { allowed: 'Allowed', blocked: 'Blocked', paused: 'Paused' } as const satisfies Record<AccessState, string>;

/** Hours, minutes and seconds on the clock in `zone`. */
export function formatSeconds(at: number, zone: string): string {
  return clock(zone, { hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(at);
}

/** When something will be, as a person would say it on that day: `21:00`, or `Mon 23 Nov, 07:00` on another one. */
export function formatMoment(at: number, zone: string, now: number): string {
  const time = clock(zone, { hour: '2-digit', minute: '2-digit' }).format(at);
  if (localDate(at, zone) === localDate(now, zone)) return time;
  return `${clock(zone, { weekday: 'short', day: 'numeric', month: 'short' }).format(at).replace(',', '')}, ${time}`;
}

function clock(zone: string, fields: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', { ...fields, hourCycle: 'h23', timeZone: zone });
}

/** The zone that times are said in: the deciding child's, else this machine's. */
export function zoneOf(decision: Decision): string {
  return decision.child?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** What holds, why, and until when, in one or two sentences. */
export function describeDecision(decision: Decision, now: number): string {
  const zone = zoneOf(decision);
  const { nextChange, child } = decision;
  const until = nextChange === null ? '' : ` until ${formatMoment(nextChange.at, zone, now)}`;
  const then = nextChange === null || nextChange.state === 'allowed' ? '' : `, then ${nextChange.state}`;
  const whose = child === null ? '' : ` (${child.name}, ${zone})`;
  const ownWord =
    decision.isOwnWord && decision.policyFrom !== null ? ` Own word, by the rules of ${formatMoment(decision.policyFrom, zone, now)}.` : '';
  return `${STATE_WORDS[decision.state]}${until}${then}${whose}: ${describeReason(decision.why)}.${ownWord}`;
}

function describeReason(why: Reason | null): string {
  if (why === null) return 'nothing speaks against it';
  const lasting = why.until === null ? ', until it is lifted' : '';
  switch (why.kind) {
    case 'override':
      return why.effect === 'grant' ? `allowed by a parent${lasting}` : `blocked by a parent${lasting}`;
    case 'allowance':
      return 'the time of today is used up';
    case 'pause':
      return `paused by a parent${lasting}`;
    case 'schedule':
    case 'default-schedule':
      return why.name ?? 'a schedule';
  }
}

/** One line for one thing that happened; null for what is not worth one. */
export function describeHappening(happening: Happening, now: number): string | null {
  switch (happening.kind) {
    case 'applied':
      return describeDecision(happening.decision, now);
    case 'received': {
      const wait = Math.max(0, Math.round((happening.dueAt - now) / 1000));
      return `Received ${happening.command.kind} ${happening.command.id}${wait > 0 ? `, will be carried out in ${wait} s` : ''}.`;
    }
    case 'acknowledged': {
      const { ack } = happening;
      return ack.status === 'ok' ? `Confirmed ${ack.id}: ${ack.applied}.` : `Answered ${ack.id} with an error: ${ack.error ?? 'unknown'}.`;
    }
    case 'reported':
      return `Reported (number ${happening.seq}): ${happening.state}.`;
    case 'unreachable':
      return `Offline: ${happening.because}. Deciding alone, by the rules last heard.`;
    case 'reachable':
      return `Online again, after ${Math.max(1, Math.round((now - happening.since) / 1000))} s.`;
    case 'refused':
      return `${happening.call} was refused: ${describeRefusal(happening.refusal)}`;
    case 'connected':
      return 'Connected: what a parent changes arrives at once.';
    case 'disconnected':
      return `Connection lost: ${happening.because}. Asking from time to time until it is back.`;
    case 'key_refused':
      return `The server offers another account key (${happening.keyId}) than the pinned one. It is not used; «confirm-key» compares it.`;
    case 'gone':
      return 'A parent removed this device. It is no longer managed, and its secret is forgotten.';
  }
}

/** Why the server said no, and what can be done about it. */
export function describeRefusal({ status, message, details }: Refusal): string {
  switch (details.reason) {
    case 'already_paired':
      return 'This pairing already has its device. Start a new one on the page «Add a device».';
    case 'code':
      return 'This code is not known, or no longer: codes last 15 minutes. Ask for a new one on the pairing page.';
    case 'limit':
      return `The plan allows no more devices${details.limit === undefined ? '' : ` than ${details.limit}`}. Remove one or choose another plan.`;
    case 'signature':
    case 'session':
      return 'The server does not know this device (any more). If its data was reset, «forget» the device and pair it again.';
    case 'skew':
      return 'The clocks differ by more than five minutes.';
    default:
      return `${message} (${status}).`;
  }
}

function describeLine(state: DeviceState, now: number, moment: (at: number | null) => string): string {
  if (state.offline) return 'Offline by the switch';
  if (isCutOff(state, now)) return 'Offline at this hour';
  if (state.unreachableSince !== null) return `No answer since ${moment(state.unreachableSince)}`;
  // A process that was killed could not write down that its socket went with it.
  const isLive = state.socketSince !== null && now - Math.max(state.lastContactAt ?? 0, state.lived?.at ?? 0) < LONGEST_QUIET_MS;
  return isLive ? `Connected since ${moment(state.socketSince)}` : 'Online, asking from time to time';
}

const MODE_WORDS = {
  prompt: 'answers commands',
  silent: 'hears and obeys, but says nothing',
  failing: 'answers every command with an error',
} as const satisfies Record<DeviceState['mode'], string>;

/** How far its own clock is off, and that it does not go by that. */
function describeClock({ serverOffsetMs }: DeviceState): string {
  const minutes = Math.round(Math.abs(serverOffsetMs) / 60_000);
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
  const parts = [days > 0 ? `${days} d` : '', hours > 0 ? `${hours} h` : '', minutes % 60 > 0 ? `${minutes % 60} min` : ''];
  const off = parts.filter((part) => part !== '').join(' ');
  return `Its own clock is ${off} ${serverOffsetMs > 0 ? 'behind' : 'ahead'}. It goes on from the latest time that it knew, and reports the wrong clock.`;
}

/** Which key of the account the device trusts, and why (A128). */
export function describeKey(state: AccountKeyState | null): string {
  if (state === null) return 'Account key: none yet; the first one will be pinned.';
  if (state.refused !== null)
    return 'Account key: the server offers another one than the pinned one. It is not used; «confirm-key» compares it.';
  switch (state.from) {
    case 'invitation':
      return state.trusted === null ? 'Account key: pinned by the invitation, not seen yet.' : 'Account key: pinned by the invitation.';
    case 'person':
      return 'Account key: pinned, and compared by a person.';
    case 'server':
      return 'Account key: pinned on the server’s word alone; «confirm-key» compares it.';
  }
}

/** May an app be used, why, and until when: `Minecraft (com.mojang.minecraftpe): not now, its schedule, until 16:00.` */
export function describeApp({ name, bundleId }: InstalledApp, { isUsable, why, until }: AppAccess, zone: string, now: number): string {
  const end = until === null ? '' : `, until ${formatMoment(until, zone, now)}`;
  const whole = isUsable ? 'allowed by a parent' : 'the device itself may not be used';
  const reasons = {
    always: 'always, whatever else holds',
    never: 'never',
    device: whole,
    schedule: 'its schedule',
    limit: 'its time of today is used up',
  } as const satisfies Record<NonNullable<AppAccess['why']>, string>;
  const reason = why === null ? 'nothing speaks against it' : reasons[why];
  return `${name} (${bundleId}): ${isUsable ? 'usable' : 'not now'}, ${reason}${end}.`;
}

/** What of restrictions and web filter is in effect, and what this device cannot do; nothing where nothing is asked. */
export function describeLimits({ restrictions, webFilter, unsupported }: Limits): Array<string> {
  const inEffect = Object.entries(restrictions).map(([key, value]) => `${key} = ${value}`);
  const filter =
    webFilter === null
      ? []
      : [[`${webFilter.deny.length} hosts blocked, ${webFilter.allow.length} allowed`, ...webFilter.categories].join(', ')];
  return [
    ...(inEffect.length === 0 ? [] : [`Restrictions in effect: ${inEffect.join(', ')}.`]),
    ...filter.map((words) => `Web filter: ${words}.`),
    ...(unsupported.length === 0 ? [] : [`Asked for, and not possible on this device: ${unsupported.join(', ')}.`]),
  ];
}

/** Every app of the device with what holds for it, a line each. */
export function describeApps(state: DeviceState, decision: Decision, now: number): Array<string> {
  return state.apps.map((app) => {
    const minutes = state.appUsage
      .filter(({ bundleId, date }) => bundleId === app.bundleId && date === localDate(now, zoneOf(decision)))
      .reduce((sum, { seconds }) => sum + seconds / 60, 0);
    const used = minutes === 0 ? '' : ` Used today: ${Math.round(minutes)} min.`;
    const open = state.openApp === app.bundleId ? ' Open.' : '';
    return `  ${describeApp(app, resolveApp(state, app.bundleId, now), zoneOf(decision), now)}${used}${open}`;
  });
}

/** All that a person may want to know of a device, a line each. */
export function describeStatus(name: string, state: DeviceState, decision: Decision, now: number): Array<string> {
  if (state.enrolment.kind === 'none') return [`${name} is not paired.`];
  if (state.enrolment.kind === 'gone') return [`${name} is no longer managed: a parent removed it.`];
  const zone = zoneOf(decision);
  const moment = (at: number | null): string =>
    at === null ? 'never' : `${formatMoment(at, zone, now)}:${formatSeconds(at, zone).slice(-2)}`;
  const waiting = state.inbox.length;
  const unsent = state.unsentAcks.length + state.unsentReports.length;
  return [
    `${name}: ${state.about.modelName} (${state.about.os}), device ${state.enrolment.deviceId} at ${state.apiUrl}`,
    state.managementRemoved ? 'Management is removed: nothing is enforced.' : describeDecision(decision, now),
    `Rules of ${moment(state.policy?.fetchedAt ?? null)} (schedule_ts ${decision.scheduleTs}); in effect since ${moment(state.applied?.at ?? null)}.`,
    `${describeLine(state, now, moment)}; last heard from the server ${moment(state.lastContactAt)}.`,
    `Mode: ${MODE_WORDS[state.mode]}${state.delayMs > 0 ? `, ${state.delayMs / 1000} s late` : ''}. Waiting: ${waiting} command${waiting === 1 ? '' : 's'}; unsent: ${unsent}; last report number ${state.reportSeq}.`,
    describeKey(state.accountKey),
    ...(clockStanding(state) === 'right' ? [] : [describeClock(state)]),
    ...(state.batteryLevel === null ? [] : [`Battery ${Math.round(state.batteryLevel * 100)} %.`]),
    ...state.usage.map(({ date, seconds }) => `Used on ${date}: ${Math.round(seconds / 60)} min.`),
    ...describeLimits(resolveLimits(state)),
    ...(state.apps.length === 0 ? [] : ['Apps:', ...describeApps(state, decision, now)]),
  ];
}
