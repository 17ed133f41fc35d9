import { type Granularity, NO_GRANULARITY } from '#app/domain/app-rules.ts';
import { type AccessState, resolveBlockStatus, type StatusInput } from '#app/domain/block-status.ts';
import { type CommandState, canMove, isOpen } from '#app/domain/command.ts';
import type { Rule } from '#app/domain/rule.ts';
import { localDate } from '#app/domain/time.ts';
import type { AckBody, DeviceCommandWire, PolicyWire, ReportBody } from '#app/wire/device.ts';
import { toStatusInput } from '#app/wire/device.ts';
import { toWireGranularity } from '#app/wire/granularity.ts';
import { toWireRule } from '#app/wire/rule.ts';

/** What parents have set for the one child of this family. */
export type Settings = {
  rules: Array<Rule>;
  pause: { until: number | null } | null;
  allowance: { isOn: boolean; seconds: number; extra: { date: string; seconds: number } | null };
  granularity: Granularity;
};
export type Command = {
  seq: number;
  id: string;
  kind: 'policy' | 'device_info';
  state: CommandState;
  scheduleAt: number;
  expiresAt: number | null;
};
export type Kept = {
  scheduleAt: number;
  commands: Array<Command>;
  applied: { state: AccessState; scheduleAt: number; at: number } | null;
  reportSeq: number;
  usage: Map<string, number>;
  /** Seconds in the game, by local date. */
  appUsage: Map<string, number>;
};

/** Seconds of use on a local date. */
export type Seconds = { date: string; seconds: number };

/** Bugs of the family that a test may plant. */
export type FamilyBugs = {
  everySeq?: boolean;
  anyWord?: boolean;
  noSupersede?: boolean;
  noRecord?: boolean;
  noWayBack?: boolean;
  policyOf?: (policy: PolicyWire) => PolicyWire;
};

const REQUEST_LIFE_MS = 10 * 60_000;

/**
 * An in-memory model of one child, its devices and rules. Keeps the family object's promises in a minimal form, with the product's own
 * domain code. It answers the requests of library devices. tests/faults checks that the real family keeps the same promises.
 */
export class ModelFamily {
  readonly zone: string;
  readonly kept: Array<Kept>;
  /** Increases with each change that is announced to pages. */
  seq = 0;
  settings: Settings = {
    rules: [],
    pause: null,
    allowance: { isOn: false, seconds: 0, extra: null },
    granularity: NO_GRANULARITY,
  };
  readonly #answers = new Map<string, number>();
  readonly #sent = new Set<string>();
  readonly #bugs: FamilyBugs;
  #ids = 0;

  constructor(zone: string, devices: number, bugs: FamilyBugs) {
    this.zone = zone;
    this.#bugs = bugs;
    this.kept = Array.from({ length: devices }, () => ({
      scheduleAt: 1,
      commands: [],
      applied: null,
      reportSeq: 0,
      usage: new Map(),
      appUsage: new Map(),
    }));
  }

  /**
   * Applies a parent's change once per key, however often it is sent.
   * @returns the family's change number after it
   */
  tap(key: string, change: (settings: Settings) => Settings, now: number): number {
    const answered = this.#answers.get(key);
    if (answered !== undefined) return answered;
    this.settings = change(this.settings);
    const words = JSON.stringify(this.settings);
    if (!this.#bugs.noWayBack || !this.#sent.has(words)) for (const kept of this.kept) this.#propagate(kept, now);
    this.#sent.add(words);
    this.seq += 1;
    if (!this.#bugs.noRecord) this.#answers.set(key, this.seq);
    return this.seq;
  }

  /** Asks one device to report. */
  ask(index: number, now: number): void {
    const kept = this.#of(index);
    this.#ids += 1;
    const id = `ask-${this.#ids}`;
    kept.commands.push({ seq: this.#ids, id, kind: 'device_info', state: 'saved', scheduleAt: 0, expiresAt: now + REQUEST_LIFE_MS });
    this.seq += 1;
  }

  #propagate(kept: Kept, now: number): void {
    kept.scheduleAt = Math.max(now, kept.scheduleAt + 1);
    const open = kept.commands.filter(({ kind, state }) => kind === 'policy' && isOpen(state));
    if (!this.#bugs.noSupersede) for (const command of open) command.state = 'superseded';
    this.#ids += 1;
    const { scheduleAt } = kept;
    kept.commands.push({ seq: this.#ids, id: `policy-${this.#ids}`, kind: 'policy', state: 'saved', scheduleAt, expiresAt: null });
  }

  /** Simulates the alarm: expires unanswered requests. */
  ring(now: number): void {
    for (const command of this.kept.flatMap(({ commands }) => commands)) {
      if (isOpen(command.state) && command.expiresAt !== null && command.expiresAt <= now) this.#end(command, 'expired');
    }
  }

  commandsOf(index: number, after: number): Array<DeviceCommandWire> {
    const waiting = this.#of(index).commands.filter(({ state, seq }) => isOpen(state) && seq > after);
    for (const command of waiting) if (command.state === 'saved') command.state = 'sent';
    return waiting.map(toWire);
  }

  policyOf(index: number, now: number): { schedule_ts: number; policy: PolicyWire; server_time: number } {
    const { rules, pause, allowance, granularity } = this.settings;
    const policy: PolicyWire = {
      v: 1,
      users: [
        {
          user_id: 'mia',
          user_name: 'Mia',
          time_zone: this.zone,
          rules: rules.map((rule) => toWireRule(rule, 'a', false)),
          allowance: Array(7).fill(allowance.seconds),
          allowance_enabled: allowance.isOn,
          allowance_extra: allowance.extra,
          requested_state: pause === null ? 'play' : 'pause',
          pause_until: pause?.until ?? null,
          granularity: toWireGranularity(granularity),
        },
      ],
      sampling: null,
      account_key: null,
    };
    const { policyOf = (same: PolicyWire) => same } = this.#bugs;
    return { schedule_ts: this.#of(index).scheduleAt, policy: policyOf(policy), server_time: now };
  }

  acknowledge(index: number, acks: AckBody): void {
    const kept = this.#of(index);
    for (const ack of acks) {
      const command = kept.commands.find(({ id }) => id === ack.id);
      if (command === undefined) continue;
      const word = { state: ack.applied, scheduleAt: ack.schedule_ts, at: ack.at };
      const last = kept.applied;
      const isOlder = last !== null && (word.scheduleAt < last.scheduleAt || (word.scheduleAt === last.scheduleAt && word.at < last.at));
      if (!isOlder || this.#bugs.anyWord) kept.applied = word;
      if (ack.status === 'ok' && command.kind === 'policy' && ack.schedule_ts < command.scheduleAt) continue;
      this.#end(command, ack.status === 'ok' ? 'confirmed' : 'failed');
    }
    this.seq += 1;
  }

  /** Takes a report and returns what its answer contains. `usageEvery` varies, as it does when a parent opens or closes the page. */
  report(
    index: number,
    body: ReportBody,
  ): { policyTs: number; usage: Array<Seconds>; appUsage: Array<Seconds>; usageEvery: number | undefined } {
    const kept = this.#of(index);
    if (body.seq > kept.reportSeq || this.#bugs.everySeq) {
      kept.reportSeq = body.seq;
      const word = { state: body.applied.state, scheduleAt: body.applied.schedule_ts, at: body.at };
      if (kept.applied === null || word.scheduleAt >= kept.applied.scheduleAt) kept.applied = word;
      for (const { date, seconds } of body.usage ?? []) kept.usage.set(date, Math.max(seconds, kept.usage.get(date) ?? 0));
      for (const { date, seconds } of body.app_usage ?? []) kept.appUsage.set(date, Math.max(seconds, kept.appUsage.get(date) ?? 0));
      for (const command of kept.commands) {
        const isProven = command.kind === 'device_info' || command.scheduleAt <= body.applied.schedule_ts;
        if (isProven) this.#end(command, 'confirmed');
      }
      this.seq += 1;
    }
    const elsewhere = (of: 'usage' | 'appUsage', date: string): Seconds => {
      return { date, seconds: this.kept.reduce((sum, other) => sum + (other === kept ? 0 : (other[of].get(date) ?? 0)), 0) };
    };
    return {
      policyTs: kept.scheduleAt,
      usage: (body.usage ?? []).map(({ date }) => elsewhere('usage', date)),
      appUsage: (body.app_usage ?? []).map(({ date }) => elsewhere('appUsage', date)),
      usageEvery: [60, 300, undefined][body.seq % 3],
    };
  }

  /** Returns the state that the devices are asked to be in now, as page and API report it. */
  requested(now: number): AccessState {
    const date = localDate(now, this.zone);
    return resolveBlockStatus(
      this.statusInput(
        this.kept.reduce((sum, { usage }) => sum + (usage.get(date) ?? 0), 0),
        now,
      ),
      now,
    ).state;
  }

  /** Returns the input for computing the requested state, with `usedSeconds` used today. */
  statusInput(usedSeconds: number, now: number): StatusInput {
    const { rules, pause, allowance } = this.settings;
    return toStatusInput(
      {
        rules,
        timeZone: this.zone,
        allowance: Array(7).fill(allowance.seconds),
        allowanceEnabled: allowance.isOn,
        allowanceExtra: allowance.extra,
        isPaused: pause !== null,
        pauseUntil: pause?.until ?? null,
      },
      usedSeconds,
      now,
    );
  }

  #end(command: Command, state: CommandState): void {
    if (canMove(command.state, state)) command.state = state;
  }

  #of(index: number): Kept {
    const kept = this.kept[index];
    if (kept === undefined) throw new Error(`There is no device ${index}`);
    return kept;
  }
}

export function toWire({ seq, id, kind, scheduleAt, expiresAt }: Command): DeviceCommandWire {
  return { seq, id, kind, user_id: 'mia', args: kind === 'policy' ? { schedule_ts: scheduleAt } : {}, expires_ts: expiresAt };
}
