import { signedHeaders } from '#app/keys/sign.ts';
import { type DeviceCommandWire, enrolDevice, getPolicy, listCommands } from '#app/wire/device.ts';
import { type Answer, API, post, read, type Send } from './parent.ts';

/** How a device proves that it may be paired: by the code that a child types, or by the link of the QR code. */
type Invitation = { code: string } | { pair_id: string; token: string };
type State = 'allowed' | 'blocked' | 'paused';

/** A device that sends exactly the calls that a test makes, correct or not. The real device library is in `device/`. */
export class Agent {
  readonly deviceId: string;
  readonly accountId: string;
  readonly secret: string;
  readonly nonce: string;
  scheduleTs: number;
  /** This device's clock in epoch ms; undefined for the real time. */
  clock: number | undefined;
  #seq = 0;
  readonly #send: Send;
  readonly #base: string;

  constructor(
    send: Send,
    answer: { device_id: string; account_id: string; device_secret: string; schedule_ts: number },
    nonce: string,
    base = API,
  ) {
    this.#send = send;
    this.#base = base;
    this.nonce = nonce;
    this.deviceId = answer.device_id;
    this.accountId = answer.account_id;
    this.secret = answer.device_secret;
    this.scheduleTs = answer.schedule_ts;
  }

  /** Sends an enrolment and returns the answer, whatever its status. */
  static async postEnrolment(
    send: Send,
    invitation: Invitation,
    nonce: string = crypto.randomUUID(),
    about: Record<string, unknown> = {},
    base = API,
  ): Promise<Answer> {
    const body = {
      ...invitation,
      device_nonce: nonce,
      make: 'Acme',
      model: 'A1',
      model_name: 'Acme One',
      os: 'android',
      os_version: '14',
      app_version: '8.1',
      udid: 'u-1',
      management_level: 'owner',
      key_pinned: false,
      ...about,
    };
    return read(await send(post('/device/enrol', body, base)));
  }

  static async enrol(send: Send, invitation: Invitation, nonce: string = crypto.randomUUID(), base = API): Promise<Agent> {
    const answer = await Agent.postEnrolment(send, invitation, nonce, {}, base);
    if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    return new Agent(send, enrolDevice.output.parse(answer.body), nonce, base);
  }

  async raw(method: string, pathAndQuery: string, body?: unknown): Promise<Answer> {
    return read(await this.send(method, pathAndQuery, body));
  }

  async send(method: string, pathAndQuery: string, body?: unknown): Promise<Response> {
    const url = new URL(this.#base + pathAndQuery);
    const text = body === undefined ? undefined : JSON.stringify(body);
    const credentials = { kind: 'device', accountId: this.accountId, deviceId: this.deviceId, secret: this.secret } as const;
    const headers = await signedHeaders(credentials, { method, url, body: text }, this.#now());
    return this.#send(new Request(url, { method, headers, ...(text === undefined ? {} : { body: text }) }));
  }

  async commands(after = 0): Promise<Array<DeviceCommandWire>> {
    const commands = listCommands.output.parse((await this.raw('GET', `/device/commands?after=${after}`)).body);
    for (const command of commands) this.scheduleTs = Math.max(this.scheduleTs, command.args.schedule_ts ?? 0);
    return commands;
  }

  async policy() {
    return getPolicy.output.parse((await this.raw('GET', '/device/policy')).body);
  }

  ack(commands: Array<{ id: string }>, applied: State, status: 'ok' | 'error' = 'ok', scheduleTs = this.scheduleTs): Promise<Answer> {
    const body = commands.map((command) => ({ id: command.id, status, schedule_ts: scheduleTs, applied, at: this.#now() }));
    return this.raw('POST', '/device/ack', body);
  }

  report(state: State, extra: Record<string, unknown> = {}): Promise<Answer> {
    this.#seq += 1;
    return this.raw('POST', '/device/report', {
      seq: this.#seq,
      at: this.#now(),
      versions: { os_version: '14', app_version: '8.1' },
      applied: { state, schedule_ts: this.scheduleTs },
      ...extra,
    });
  }

  #now(): number {
    return this.clock ?? Date.now();
  }
}
