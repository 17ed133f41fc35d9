import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { type AnnounceBody, announceSample, DEFAULT_SAMPLE_CONFIG, type SamplingWire } from '#app/wire/samples.ts';
import type { Device } from '#device/call.ts';
import { MemoryFamily } from '#device/family.fixture.ts';
import { memoryObjects } from '#device/object-store.ts';
import type { DeviceState } from '#device/state.ts';
import { openIndependently, unwrapIndependently } from './independent-sealing.ts';

const { privateKey, publicKey }: { privateKey: KeyObject; publicKey: KeyObject } = generateKeyPairSync('rsa', { modulusLength: 3072 });
const SPKI = publicKey.export({ type: 'spki', format: 'der' });
const PKCS8 = privateKey.export({ type: 'pkcs8', format: 'der' });
const KEY_ID = createHash('sha1').update(SPKI).digest('hex');
const PIN = createHash('sha256').update(SPKI).digest('base64url');
export const ACCOUNT_KEY = { key: SPKI.toString('base64'), key_id: KEY_ID };
export const OTHER_KEY = { key: Buffer.from('another key').toString('base64'), key_id: 'f'.repeat(40) };

/** What a device trusts after pairing by an invitation with the pin of `ACCOUNT_KEY`. */
export const TRUSTED: NonNullable<DeviceState['accountKey']> = {
  pin: PIN,
  from: 'invitation',
  trusted: { key: ACCOUNT_KEY.key, keyId: KEY_ID, pin: PIN },
  refused: null,
};

export function samplingOf(changes: Partial<SamplingWire['users'][number]> = {}): SamplingWire {
  const { ocr, args } = DEFAULT_SAMPLE_CONFIG;
  return { users: [{ user_id: 'mia', automated: { interval_min: 15, quiet: null }, ocr, args, ...changes }] };
}

/** A family in memory that also takes samples. Faults are set per request. */
export class SampledFamily extends MemoryFamily {
  readonly announced: Array<AnnounceBody> = [];
  /** Stored objects by sample id and kind. */
  readonly stored = new Map<string, Map<string, Buffer>>();
  /** Every request to the sample calls, such as `announce` or `put thumb`. */
  readonly requests: Array<string> = [];
  /** Returns the response instead of the server; `lost` stores an object and loses the response; null: no fault. */
  fault: (request: string) => Response | 'down' | 'lost' | null = () => null;

  /** Returns an enrolled device in use that trusts the account key. */
  sampledDevice(now: () => number, change: Partial<DeviceState> = {}): Device {
    this.accountKey ??= ACCOUNT_KEY;
    this.sampling ??= samplingOf();
    const device = this.device({ accountKey: TRUSTED, lastUsedAt: now(), ...change });
    const { fetch } = device;
    return { ...device, objects: memoryObjects(), fetch: (input, init) => this.#answer(String(input), init) ?? fetch(input, init) };
  }

  /** Opens an object with the account's private key. */
  open(sampleId: string, kind: string): Buffer {
    const about = this.announced.find(({ sample_id }) => sample_id === sampleId);
    const [entry] = about?.keys ?? [];
    const contentKey = unwrapIndependently(Buffer.from(entry?.wrapped ?? '', 'base64url'), PKCS8);
    const sealed = this.stored.get(sampleId)?.get(kind) ?? Buffer.alloc(0);
    return openIndependently(contentKey, sealed, { account: 'a', device: 'd', sample: sampleId, kind, key: KEY_ID });
  }

  #answer(address: string, init: RequestInit | undefined): Promise<Response> | null {
    const { pathname } = new URL(address);
    if (pathname === announceSample.path) return this.#respond('announce', () => this.#announce(JSON.parse(String(init?.body))));
    const [, folder, sampleId = '', kind = ''] = pathname.split('/');
    if (folder !== 'sample_object') return null;
    return this.#respond(`put ${kind}`, () => this.#store(sampleId, kind, Buffer.from(init?.body as Uint8Array)));
  }

  async #respond(request: string, work: () => Response): Promise<Response> {
    this.requests.push(request);
    const fault = this.isDown ? 'down' : this.fault(request);
    if (fault === 'down') throw new Error('connection refused');
    if (fault instanceof Response) return fault;
    const response = work();
    if (fault === 'lost') throw new Error('connection reset');
    return response;
  }

  #announce(body: unknown): Response {
    const parsed = announceSample.body.parse(body);
    if (!this.announced.some(({ sample_id }) => sample_id === parsed.sample_id)) this.announced.push(parsed);
    const stored = this.stored.get(parsed.sample_id) ?? new Map<string, Buffer>();
    this.stored.set(parsed.sample_id, stored);
    const missing = parsed.objects.filter(({ kind }) => !stored.has(kind));
    const put = missing.map(({ kind }) => ({ kind, url: `http://127.0.0.1:1/sample_object/${parsed.sample_id}/${kind}` }));
    return Response.json({ sample_id: parsed.sample_id, state: missing.length === 0 ? 'stored' : 'arriving', put, expires_ts: 0 });
  }

  #store(sampleId: string, kind: string, bytes: Buffer): Response {
    this.stored.get(sampleId)?.set(kind, bytes);
    return Response.json({ sample_id: sampleId, state: 'arriving' });
  }
}
