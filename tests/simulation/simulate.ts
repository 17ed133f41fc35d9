import { isDeepStrictEqual } from 'node:util';
import { directiveOf } from '#app/domain/app-rules.ts';
import type { AccessState } from '#app/domain/block-status.ts';
import { DAY, findTransitions, MINUTE, readClock, stateByClockReading } from '#app/domain/clock.oracle.ts';
import { isOpen } from '#app/domain/command.ts';
import { WEB_FILTER_KEY } from '#app/domain/restrictions.ts';
import type { PolicyAnswer } from '#app/wire/device.ts';
import { fromWireRule } from '#app/wire/rule.ts';
import { resolveApp, resolveLimits } from '#device/apps.ts';
import * as clock from '#device/clock.ts';
import { decide, serverTime, takeServerTime } from '#device/decide.ts';
import * as reports from '#device/reports.ts';
import { type DeviceState, newDeviceState, parseDeviceState } from '#device/state.ts';
import * as device from '#device/transitions.ts';
import { addUsage } from '#device/usage.ts';
import type { Violation } from '../faults/ledger.ts';
import { type Random, randomFrom } from '../faults/random.ts';
import { type FamilyBugs, ModelFamily, type Settings, toWire } from './family.ts';
import { GAME, makeTap, type Tap, undo } from './taps.ts';

/** Bugs that a test may plant, in the family or in a device. */
export type Bugs = FamilyBugs & {
  takePolicy?: typeof device.takePolicy;
  addUsage?: typeof addUsage;
  keepTime?: typeof clock.advanceClock;
};

export const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'] as const;
const DEVICES = 2;
const EVENTS = 28;
/** From this event on there are no taps, so that late messages arrive under unchanged rules but in other states. */
const TAPPED = 22;
/** Maximum clock error in ms. Beyond it, the server refuses a signature and returns its own time (A31). */
const SKEW_MS = 5 * MINUTE;
/** How often a device saves the current time, in ms. */
const LIVED_MS = 10_000;
const ABOUT = { make: 'm', model: 'x', modelName: 'X', os: 'android', osVersion: '16', appVersion: '9', udid: 'u', managementLevel: 'o' };

/**
 * A simulated device with its true values, which may differ from what its state assumes. `used`: seconds by local date; `played`: those in
 * the game. `skew`: the error of the device clock, in ms. `startedAt`: when the machine started; null if it has no uptime. `believed`: at
 * the real time `when`, the device assumed the time `at`. If `startedAt` is set there, the device must keep correct time until the machine
 * restarts.
 */
type Simulated = {
  state: DeviceState;
  skew: number;
  isCutOff: boolean;
  startedAt: number | null;
  believed: { at: number; when: number; startedAt: number | null };
  used: Map<string, number>;
  played: Map<string, number>;
};

const changes = new Map<string, Array<number>>();

/**
 * Simulates about a week in one family from a seed. Answers to taps get lost. Devices lose, duplicate and reorder messages, restart from
 * their saved state, and have clocks that are days off. Time jumps over clock changes and midnights, and to the ends of rules.
 * @returns violations of I1 to I4 and I7; none if the product is correct
 */
export function simulate(seed: number, bugs: Bugs = {}): Array<Violation> {
  return new Simulation(seed, bugs).run();
}

class Simulation {
  readonly #random: Random;
  readonly #family: ModelFamily;
  readonly #devices: Array<Simulated>;
  readonly #bugs: Bugs;
  readonly #zone: string;
  readonly #violations: Array<Violation> = [];
  /** Delayed messages, in no particular order. */
  #late: Array<() => void> = [];
  /** The settings that the answered taps must have produced, and the number of taps. */
  #expected: Settings;
  #taps = 0;
  /** Undoes the last tap. */
  #undo: Tap | null = null;
  #seq = 0;
  #now: number;

  constructor(seed: number, bugs: Bugs) {
    this.#random = randomFrom(seed);
    this.#bugs = bugs;
    this.#zone = this.#random.pick(ZONES);
    const known = changes.get(this.#zone) ?? findTransitions(this.#zone);
    changes.set(this.#zone, known);
    // Starts within the two days before a clock change.
    this.#now = this.#random.pick(known) - this.#random.int(48 * 60) * MINUTE;
    this.#family = new ModelFamily(this.#zone, DEVICES, bugs);
    this.#expected = this.#family.settings;
    this.#devices = Array.from({ length: DEVICES }, (_, index) => ({
      state: {
        ...newDeviceState({ apiUrl: 'http://127.0.0.1:1', nonce: 'n'.repeat(16), about: ABOUT }),
        enrolment: { kind: 'enrolled', accountId: 'a', deviceId: `d${index}`, secret: 'ab'.repeat(32) },
        apps: [{ bundleId: GAME, name: 'Game', version: '1' }],
      },
      skew: 0,
      isCutOff: false,
      startedAt: index === 0 ? null : this.#now - DAY,
      believed: { at: this.#now, when: this.#now, startedAt: null },
      used: new Map(),
      played: new Map(),
    }));
    for (const [index, one] of this.#devices.entries()) {
      one.state = device.apply(device.takePolicy(one.state, this.#policy(index), this.#now), this.#now);
    }
  }

  run(): Array<Violation> {
    for (let event = 0; event < EVENTS && this.#violations.length === 0; event += 1) {
      this.#pass();
      this.#happen(event);
      this.#deliverSome();
      this.#devices.forEach((_, index) => {
        if (this.#random.chance(0.7)) this.#round(index);
      });
      this.#checkFamily();
    }
    if (this.#violations.length === 0) this.#settle();
    return this.#violations;
  }

  #broken(invariant: Violation['invariant'], what: string): void {
    const at = `${new Date(this.#now).toISOString()} (${readClock(this.#zone, this.#now)} ${this.#zone})`;
    this.#violations.push({ invariant, what: `${at}: ${what}` });
  }

  /** Moves time forward: a little, up to a day, or to the next change of a device's state. Devices apply such changes by themselves. */
  #pass(): void {
    const kind = this.#random.int(10);
    if (kind < 5) this.#now += 1 + this.#random.int(20 * MINUTE);
    else if (kind < 6) this.#now += this.#random.int(DAY);
    else {
      const one = this.#random.pick(this.#devices);
      const { nextChange } = decide(one.state, serverTime(one.state, this.#now + one.skew));
      const at = nextChange === null ? null : nextChange.at - one.skew - one.state.serverOffsetMs;
      if (at === null || at <= this.#now + 1 || at > this.#now + 2 * DAY) this.#now += this.#random.int(3 * 60 * MINUTE);
      else {
        this.#now = at - 1;
        this.#wake();
        this.#now = at;
      }
    }
    this.#wake();
  }

  #wake(): void {
    this.#family.ring(this.#now);
    this.#devices.forEach((_, index) => {
      this.#apply(index);
    });
  }

  #happen(event: number): void {
    const one = this.#random.pick(this.#devices);
    const kind = this.#random.int(12);
    if (kind < 5 && event < TAPPED) this.#tap(`tap-${event}`);
    else if (kind === 5) this.#family.ask(this.#random.int(DEVICES), this.#now);
    else if (kind === 6) one.isCutOff = !one.isCutOff;
    else if (kind === 7) this.#restart(one);
    else for (const other of this.#devices) this.#use(other, 1 + this.#random.int(600));
  }

  /** Makes one tap. If its answer is lost, the same tap is sent again under its key. */
  #tap(key: string): void {
    const isUndo = this.#undo !== null && this.#random.chance(0.15);
    const made = makeTap(this.#random, this.#now, readClock(this.#zone, this.#now).slice(0, 10), key);
    const { change } = isUndo && this.#undo !== null ? this.#undo : made;
    const seq = this.#family.tap(key, change, this.#now);
    const before = this.#expected;
    this.#expected = change(before);
    this.#undo = isUndo ? null : undo(before, this.#expected);
    this.#taps += 1;
    if (seq <= this.#seq) this.#broken('I7', `a change got the number ${seq} after ${this.#seq}`);
    this.#seq = seq;
    if (this.#random.chance(0.3)) this.#family.tap(key, change, this.#now);
    this.#family.kept.forEach(({ commands }, index) => {
      const newest = commands.at(-1);
      if (newest !== undefined) this.#carry(() => this.#push(index, toWire(newest)));
    });
  }

  #use(one: Simulated, seconds: number): void {
    const now = serverTime(one.state, this.#now + one.skew);
    const date = readClock(this.#zone, now).slice(0, 10);
    const isAllowed = one.state.applied?.state === 'allowed';
    const openApp = this.#random.chance(0.5) ? GAME : null;
    const game = openApp === null ? null : resolveApp(one.state, GAME, now);
    const isPlaying = game?.isUsable === true && (isAllowed || game.why === 'always');
    const isLearning = game !== null && one.state.policy?.rules.users[0]?.granularity?.uncounted_apps.includes(GAME) === true;
    const isUsed = isAllowed && (game === null || game.isUsable) && !isLearning && !this.#isGranted(one.state, now);
    if (isUsed) one.used.set(date, (one.used.get(date) ?? 0) + seconds);
    if (isPlaying) one.played.set(date, (one.played.get(date) ?? 0) + seconds);
    const count = this.#bugs.addUsage ?? addUsage;
    one.state = count({ ...one.state, openApp }, seconds, now);
  }

  /** True if an active grant is among the device's rules. Asks the oracle about a pause, which only a grant overrides. */
  #isGranted(state: DeviceState, now: number): boolean {
    const rules = (state.policy?.rules.users[0]?.rules ?? []).map(fromWireRule).filter((rule) => rule !== null && rule.kind === 'override');
    return stateByClockReading({ timeZone: this.#zone, allowance: null, pause: { until: null }, rules }, now) === 'allowed';
  }

  /** Changes the device clock, and restarts the process or the whole machine from its saved state. */
  #restart(one: Simulated): void {
    one.skew = this.#random.chance(0.5) ? 0 : (this.#random.int(9) - 4) * DAY + this.#random.int(DAY);
    one.state = parseDeviceState(JSON.stringify(one.state)) ?? one.state;
    if (one.startedAt !== null && this.#random.chance(0.3)) one.startedAt = this.#now;
  }

  /** Updates the device's time. Checks that it does not go back, and does not jump while the machine runs. */
  #keepTime(index: number): void {
    const one = this.#of(index);
    const { keepTime = clock.advanceClock } = this.#bugs;
    const ownNow = this.#now + one.skew;
    const uptime = one.startedAt === null ? null : { boot: String(one.startedAt), ms: this.#now - one.startedAt };
    const { at, when, startedAt } = one.believed;
    one.state = keepTime(one.state, ownNow, uptime);
    const believed = serverTime(one.state, ownNow);
    const told = `${new Date(believed).toISOString()} after ${new Date(at).toISOString()}`;
    if (believed < at - LIVED_MS) this.#broken('I4', `device ${index} believes that it is ${told}`);
    const isRunningOn = startedAt !== null && startedAt === one.startedAt;
    if (isRunningOn && Math.abs(believed - at - (this.#now - when)) > LIVED_MS)
      this.#broken('I4', `device ${index}, whose machine runs on, believes that it is ${told}`);
    one.believed = { at: believed, when: this.#now, startedAt: one.startedAt };
  }

  /**
   * Delivers a message immediately, later, twice, or not at all.
   * @returns true if it was delivered immediately
   */
  #carry(deliver: () => void): boolean {
    if (this.#random.chance(0.25)) this.#late.push(deliver);
    if (this.#random.chance(0.25)) return false;
    deliver();
    return true;
  }

  #deliverSome(): void {
    const now = this.#late.filter(() => this.#random.chance(0.3));
    this.#late = this.#late.filter((deliver) => !now.includes(deliver));
    for (const deliver of this.#random.chance(0.5) ? now.reverse() : now) deliver();
  }

  #push(index: number, command: ReturnType<typeof toWire>): void {
    const one = this.#of(index);
    const now = serverTime(one.state, this.#now + one.skew);
    if (!one.isCutOff) one.state = device.receiveFrame(one.state, { v: 1, type: 'command', command }, now);
  }

  #policy(index: number): PolicyAnswer {
    return this.#family.policyOf(index, this.#now);
  }

  /** Does what `step` of the library does, in the same order. The connection may fail and the process may die at any point. */
  #round(index: number): void {
    const one = this.#of(index);
    this.#keepTime(index);
    const steps = [
      () => this.#hear(index),
      () => this.#obey(index),
      () => this.#apply(index),
      () => this.#answer(index),
      () => this.#say(index),
    ];
    const dies = this.#random.chance(0.1) ? this.#random.int(steps.length) : steps.length;
    for (const part of steps.slice(0, dies)) part();
    if (dies < steps.length) one.state = parseDeviceState(JSON.stringify(one.state)) ?? one.state;
  }

  /** True if the device can reach the server. The first answer corrects a clock that is far off. */
  #isReached(one: Simulated): boolean {
    const ownNow = this.#now + one.skew;
    if (one.isCutOff) {
      one.state = { ...one.state, unreachableSince: one.state.unreachableSince ?? serverTime(one.state, ownNow) };
      return false;
    }
    const isWrong = Math.abs(serverTime(one.state, ownNow) - this.#now) > SKEW_MS;
    one.state = { ...one.state, unreachableSince: null };
    if (!isWrong) return true;
    one.state = takeServerTime(one.state, this.#now, ownNow);
    one.believed = { at: this.#now, when: this.#now, startedAt: null };
    return true;
  }

  #hear(index: number): void {
    const one = this.#of(index);
    if (!this.#isReached(one)) return;
    const commands = this.#family.commandsOf(index, one.state.commandSeq);
    // The answer to a request arrives or is lost. Only a socket delivers late.
    if (this.#random.chance(0.2)) return;
    one.state = device.receiveCommands(one.state, commands, serverTime(one.state, this.#now + one.skew));
  }

  #obey(index: number): void {
    const one = this.#of(index);
    const due = device.dueCommands(one.state, serverTime(one.state, this.#now + one.skew));
    if (due.some(({ kind }) => kind === 'policy') || device.isBehind(one.state)) this.#refresh(index);
  }

  #refresh(index: number): void {
    const one = this.#of(index);
    if (!this.#isReached(one)) return;
    const answer = this.#policy(index);
    const { takePolicy = device.takePolicy } = this.#bugs;
    this.#carry(() => {
      // A late answer carries the time of its delivery, because a real device would not have waited for it.
      const ownNow = this.#now + one.skew;
      one.state = takePolicy(one.state, { ...answer, server_time: this.#now }, ownNow);
      one.believed = { at: serverTime(one.state, ownNow), when: this.#now, startedAt: null };
    });
  }

  #apply(index: number): void {
    this.#keepTime(index);
    const one = this.#of(index);
    const now = serverTime(one.state, this.#now + one.skew);
    one.state = device.apply(one.state, now);
    this.#checkDevice(index);
  }

  #answer(index: number): void {
    const one = this.#of(index);
    const now = serverTime(one.state, this.#now + one.skew);
    one.state = device.dropExpired(one.state, now);
    for (const command of device.dueCommands(one.state, now)) {
      if (device.isCovered(one.state, command)) one.state = device.answerCommand(one.state, command, null, now);
    }
    if (reports.isReportDue(one.state, now)) one.state = reports.queueReport(one.state, now);
  }

  #say(index: number): void {
    const one = this.#of(index);
    if (!this.#isReached(one)) return;
    const { unsentAcks, unsentReports } = one.state;
    if (unsentAcks.length > 0) {
      const isHeard = this.#carry(() => this.#family.acknowledge(index, unsentAcks)) && this.#random.chance(0.8);
      if (!isHeard) return;
      one.state = { ...one.state, unsentAcks: [] };
    }
    for (const report of unsentReports) {
      let answer: ReturnType<ModelFamily['report']> | null = null;
      const isHeard = this.#carry(() => {
        answer = this.#family.report(index, report);
      });
      if (!isHeard || answer === null || this.#random.chance(0.2)) return;
      this.#learn(index, report.seq, answer);
    }
  }

  #learn(index: number, seq: number, { policyTs, usage, appUsage, usageEvery }: ReturnType<ModelFamily['report']>): void {
    const one = this.#of(index);
    const usageElsewhere = usage.map((row) => ({ childId: 'mia', ...row }));
    const appUsageElsewhere = appUsage.map((row) => ({ childId: 'mia', bundleId: GAME, ...row }));
    one.state = {
      ...reports.takePace(one.state, usageEvery),
      usageElsewhere,
      appUsageElsewhere,
      unsentReports: one.state.unsentReports.filter((report) => report.seq !== seq),
    };
    if (device.isBehind({ ...one.state, policySaid: policyTs })) this.#refresh(index);
    this.#apply(index);
  }

  /** Checks I4: a device with the newest rules and the correct time enforces the state that the oracle computes. */
  #checkDevice(index: number): void {
    const { state, skew, used, played } = this.#of(index);
    const isInformed = state.policy?.scheduleTs === this.#family.kept[index]?.scheduleAt;
    if (!isInformed || serverTime(state, this.#now + skew) !== this.#now) return;
    const today = readClock(this.#zone, this.#now).slice(0, 10);
    const elsewhere = state.usageElsewhere.find(({ date }) => date === today)?.seconds ?? 0;
    const expected = stateByClockReading(this.#family.statusInput((used.get(today) ?? 0) + elsewhere, this.#now), this.#now);
    if (state.applied?.state !== expected) this.#broken('I4', `device ${index} is ${state.applied?.state}, and should be ${expected}`);
    if (this.#random.chance(0.5)) return;
    const playedElsewhere = state.appUsageElsewhere.find(({ date }) => date === today)?.seconds ?? 0;
    const mayPlay = this.#mayPlay(expected, (played.get(today) ?? 0) + playedElsewhere);
    if (resolveApp(state, GAME, this.#now).isUsable !== mayPlay) this.#broken('I4', `on device ${index} the game is not ${mayPlay}`);
    const { restrictions, webFilter } = this.#family.settings.granularity;
    const limits = resolveLimits(state);
    if (!isDeepStrictEqual(limits.restrictions, restrictions)) this.#broken('I4', `device ${index} has other restrictions than were set`);
    const isFiltering = restrictions[WEB_FILTER_KEY] === true;
    if (!isDeepStrictEqual(limits.webFilter, isFiltering ? webFilter : null)) this.#broken('I4', `device ${index} filters otherwise`);
  }

  /** Returns whether the game may be used according to the oracle, with `playedSeconds` played today. */
  #mayPlay(expected: AccessState, playedSeconds: number): boolean {
    const { rules, granularity } = this.#family.settings;
    const directive = directiveOf(granularity, GAME);
    if (directive === 'N' || expected === 'paused') return false;
    if (directive === 'A' || expected === 'blocked') return directive === 'A';
    const wall = { timeZone: this.#zone, allowance: null, pause: { until: null } };
    // Only a grant overrides a pause.
    const overrides = rules.filter(({ kind }) => kind === 'override');
    if (stateByClockReading({ ...wall, rules: overrides }, this.#now) === 'allowed') return true;
    const own = rules.flatMap((rule) => (rule.kind !== 'override' && rule.scope === 'apps' ? [{ ...rule, scope: 'device' as const }] : []));
    if (stateByClockReading({ ...wall, rules: own }, this.#now) === 'blocked') return false;
    return playedSeconds < (granularity.appLimits[GAME] ?? Number.POSITIVE_INFINITY);
  }

  /** Checks what must be true at any time: I1 and I2 for taps, I3 and I4 for commands. */
  #checkFamily(): void {
    if (JSON.stringify(this.#family.settings) !== JSON.stringify(this.#expected))
      this.#broken('I1', 'the settings are not what was answered');
    for (const [index, { commands }] of this.#family.kept.entries()) {
      const policies = commands.filter(({ kind }) => kind === 'policy');
      if (policies.length !== this.#taps) this.#broken('I2', `${this.#taps} taps, ${policies.length} changes for device ${index}`);
      if (policies.filter(({ state }) => isOpen(state)).length > 1) this.#broken('I3', `device ${index} has two changes waiting`);
      const confirmed = policies.filter(({ state }) => state === 'confirmed').at(-1)?.scheduleAt ?? 0;
      const own = this.#of(index).state.policy?.scheduleTs ?? 0;
      if (own < confirmed) this.#broken('I4', `device ${index} counts as having ${confirmed}, and has ${own}`);
    }
  }

  /**
   * Repairs clocks and connections, lets every device report, and delivers late messages last. Then checks that nothing is pending and that
   * all agree.
   */
  #settle(): void {
    const one = randomFrom(1);
    this.#random.chance = (probability) => probability >= 0.5 && one.chance(0.99);
    for (const other of this.#devices) Object.assign(other, { isCutOff: false, skew: 0 });
    for (let turn = 0; turn < 5; turn += 1) {
      this.#now += 2 * MINUTE;
      this.#family.ring(this.#now);
      this.#devices.forEach((_, index) => {
        this.#round(index);
      });
    }
    for (const deliver of this.#late.splice(0)) deliver();
    this.#now += 11 * MINUTE;
    this.#wake();
    this.#devices.forEach((_, index) => {
      this.#checkSettled(index);
    });
    this.#checkFamily();
  }

  #checkSettled(index: number): void {
    const { state, used, played } = this.#of(index);
    const kept = this.#family.kept[index];
    const told = state.told;
    if (kept === undefined || told === null) return;
    if (kept.applied?.state !== told.state || kept.applied.scheduleAt !== told.scheduleTs)
      this.#broken('I4', `device ${index} last said ${told.state} of ${told.scheduleTs}, kept is ${JSON.stringify(kept.applied)}`);
    if (told.scheduleTs !== kept.scheduleAt) this.#broken('I3', `device ${index} never heard of ${kept.scheduleAt}`);
    for (const { id, state: end } of kept.commands) if (isOpen(end)) this.#broken('I3', `command ${id} is ${end} for ever`);
    for (const [date, seconds] of used) {
      if (kept.usage.get(date) !== seconds) this.#broken('I1', `${seconds} s of ${date} were used, ${kept.usage.get(date)} are kept`);
    }
    // For apps, checks only today: a device that was offline for days does not report the earliest of them.
    const today = readClock(this.#zone, this.#now).slice(0, 10);
    for (const [date, seconds] of played) {
      const known = kept.appUsage.get(date);
      if (date === today && known !== seconds) this.#broken('I1', `${seconds} s of ${date} were played, ${known} are kept`);
    }
  }

  #of(index: number): Simulated {
    const one = this.#devices[index];
    if (one === undefined) throw new Error(`There is no device ${index}`);
    return one;
  }
}
