import { type AckBody, type DeviceCommandWire, type DeviceFrameDown, deviceFrameUpSchema, type PolicyWire } from '#app/wire/device.ts';
import type { RuleWire } from '#app/wire/rule.ts';
import type { Device } from './call.ts';
import { memoryStore } from './device.ts';
import type { Connect, WebSocketLike } from './socket.ts';
import { type DeviceState, newDeviceState } from './state.ts';

type Listener = (event: { data: string; code: number }) => void;
type Line = { headers: Record<string, string>; isOpen: boolean; isDeaf: boolean; down(text: string): void; drop(code: number): void };

const NOBODY = { url: 'http://127.0.0.1:1' };

/**
 * An in-memory family of one child that implements enough of the device contract for tests, by HTTP and socket. Records every request and
 * frame. Accepts everything unless a field says otherwise; tests/integration cover the real server.
 */
export class MemoryFamily {
  /** Each call in order of arrival, such as `GET /device/commands` or `socket ack`. */
  readonly calls: Array<string> = [];
  readonly acks: AckBody = [];
  readonly reports: Array<{ seq: number; at: number; applied: { state: string } }> = [];
  readonly lines: Array<Line> = [];
  commands: Array<DeviceCommandWire> = [];
  rules: Array<RuleWire> = [];
  child: Partial<PolicyWire['users'][number]> = {};
  /** App usage on the child’s other devices. */
  appUsage: Array<{ user_id: string; date: string; bundle_id: string; seconds: number }> = [];
  accountKey: PolicyWire['account_key'] = null;
  sampling: PolicyWire['sampling'] = null;
  scheduleTs = 1;
  /** `isDown`: no network. `isSilent`: frames get no answer. `refusesFrames`: frames are refused. */
  isDown = false;
  isSilent = false;
  refusesFrames = false;
  /** Offset of the server time in socket answers; null: no server time. */
  aheadMs: number | null = null;
  /** If above 0, POST reports return 429 with this `Retry-After`. */
  asksToWaitS = 0;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Returns an enrolled device that has not run yet. */
  device(change: Partial<DeviceState> = {}): Device {
    const about = {
      make: 'm',
      model: 'x',
      modelName: 'X',
      os: 'android',
      osVersion: '16',
      appVersion: '9',
      udid: 'u',
      managementLevel: 'o',
    };
    const state: DeviceState = {
      ...newDeviceState({ apiUrl: NOBODY.url, nonce: 'n'.repeat(16), about }),
      enrolment: { kind: 'enrolled', accountId: 'a', deviceId: 'd', secret: 'ab'.repeat(32) },
      policy: { rules: this.#policy(), scheduleTs: this.scheduleTs, fetchedAt: this.#now() },
      ...change,
    };
    return { store: memoryStore(state), fetch: (input, init) => this.#answer(String(input), init), now: this.#now };
  }

  readonly connect: Connect = (_url, headers) => {
    this.calls.push('socket');
    const listeners = new Map<string, Listener>();
    const tell = (type: string, event: { data: string; code: number }): void => listeners.get(type)?.(event);
    const line: Line = {
      headers,
      isOpen: false,
      isDeaf: false,
      down: (text) => tell('message', { data: text, code: 0 }),
      drop: (code) => {
        line.isOpen = false;
        tell('close', { data: '', code });
      },
    };
    this.lines.push(line);
    queueMicrotask(() => {
      if (this.isDown) return line.drop(1006);
      line.isOpen = true;
      tell('open', { data: '', code: 0 });
      for (const command of this.commands) line.down(JSON.stringify({ v: 1, type: 'command', command }));
    });
    const wire = {
      addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
      send: (text: string) => queueMicrotask(() => this.#hear(line, text)),
      close: () => {
        line.isOpen = false;
      },
    };
    return wire as unknown as WebSocketLike;
  };

  /** Changes the rules as a parent would: a newer policy and a `policy` command. */
  change(rules: Array<RuleWire>): void {
    this.rules = rules;
    this.scheduleTs += 1;
    const seq = this.scheduleTs;
    const command = { seq, id: `c${seq}`, kind: 'policy', user_id: 'mia', args: { schedule_ts: seq }, expires_ts: null } as const;
    this.commands = [command];
    this.push({ v: 1, type: 'command', command });
  }

  push(frame: DeviceFrameDown): void {
    for (const line of this.lines) if (line.isOpen) line.down(JSON.stringify(frame));
  }

  #hear(line: Line, text: string): void {
    if (!line.isOpen || line.isDeaf) return;
    if (text === 'ping') {
      line.down('pong');
      return;
    }
    const { id, type, body } = deviceFrameUpSchema.parse(JSON.parse(text));
    this.calls.push(`socket ${type}`);
    if (this.isSilent) return;
    if (this.refusesFrames) {
      line.down(JSON.stringify({ v: 1, id, type: 'refused', body: { errors: { code: 500, message: 'No' } } }));
    } else {
      line.down(JSON.stringify({ v: 1, id, type: 'accepted', body: this.#take(type, body), ...this.#time() }));
    }
  }

  async #answer(address: string, init: RequestInit | undefined): Promise<Response> {
    const { pathname, searchParams } = new URL(address);
    this.calls.push(`${init?.method ?? 'GET'} ${pathname}`);
    if (this.isDown) throw new Error('connection refused');
    if (pathname === '/device/commands') {
      return Response.json(this.commands.filter(({ seq }) => seq > Number(searchParams.get('after'))));
    }
    if (pathname === '/device/policy') {
      return Response.json({ schedule_ts: this.scheduleTs, policy: this.#policy(), server_time: this.#now() });
    }
    if (pathname === '/device/report' && this.asksToWaitS > 0) {
      return new Response('{}', { status: 429, headers: { 'Retry-After': String(this.asksToWaitS) } });
    }
    return Response.json(this.#take(pathname === '/device/ack' ? 'ack' : 'report', JSON.parse(String(init?.body))));
  }

  #take(type: string, body: unknown): unknown {
    if (type === 'ack') {
      const acks = body as AckBody;
      this.acks.push(...acks);
      this.commands = this.commands.filter(({ id }) => !acks.some((ack) => ack.id === id));
      return { accepted: acks.map(({ id }) => id) };
    }
    const report = body as MemoryFamily['reports'][number];
    this.reports.push(report);
    return { seq: report.seq, policy_ts: this.scheduleTs, usage: [], app_usage: this.appUsage };
  }

  #time(): { server_time?: number } {
    return this.aheadMs === null ? {} : { server_time: this.#now() + this.aheadMs };
  }

  #policy(): PolicyWire {
    const user = {
      user_id: 'mia',
      user_name: 'Mia',
      time_zone: 'Europe/Berlin',
      rules: this.rules,
      allowance: [0, 0, 0, 0, 0, 0, 0],
      allowance_enabled: false,
      allowance_extra: null,
      requested_state: 'play' as const,
      pause_until: null,
      granularity: null,
      ...this.child,
    };
    return { v: 1, users: [user], sampling: this.sampling, account_key: this.accountKey };
  }
}

const RULE: RuleWire = {
  rule_id: 'r1',
  ruledef_id: 'bedtime',
  ruledef_name: 'bedtime',
  user_id: 'mia',
  account_id: 'a',
  type: 'temporal_default',
  system_name: 'bedtime',
  rule_name: 'Bedtime',
  days: [1, 1, 1, 1, 1, 1, 1],
  time_duration: '21:00PT480M',
  expiry: null,
  recurring: true,
  suspended: false,
  active: false,
  created_ts: 0,
  updated_ts: 0,
};
export const BEDTIME: RuleWire = RULE;
export const BLOCK: RuleWire = { ...RULE, rule_id: 'o1', ruledef_name: 'block', type: 'override' };
