import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { SampleDetails } from '#app/domain/sample-details.ts';
import { utf8 } from '#app/keys/bytes.ts';
import { announceSample, NO_HITS } from '#app/wire/samples.ts';
import { sealSample } from '#device/seal-sample.ts';
import { accountKey } from '../clients/account-key.ts';
import type { Agent } from '../clients/agent.ts';
import { authKey, type Parent } from '../clients/parent.ts';
import { makeFamily } from './family.ts';
import { measureGalleryInChromium } from './gallery-browser.ts';
import { startProduct } from './product.ts';
import { judge, type Row } from './row.ts';
import { median } from './statistics.ts';

const DEVICES = 8;
const SAMPLES = 1000;
const SHORT_SAMPLES = 40;
const LIST = 10_000;
/** The estimate of the list of 10,000 samples, in MB, and a time that a parent does not notice. */
const LIST_BAR_MB = 11;
const LIST_BAR_MS = 1000;
/** In every text and picture of every sample. Nothing but the parent’s browser may ever see it. */
const CANARY = 'canary7f3a9c51';
/** A term that the server stores in clear. The search must find it, or it proves nothing. */
const CONTROL = 'control8d20e6b4';

/** Searches for what only a parent may see, measures the list, and measures the gallery in Chromium. */
export async function measureGallery(options: { short: boolean }): Promise<Array<Row>> {
  return [...(await searchForContent(options)), ...(await measureGalleryInChromium(options))];
}

/** Searches everything that the server keeps, writes and answers for the content of screenshots; measures the list. */
async function searchForContent({ short }: { short: boolean }): Promise<Array<Row>> {
  const logs = captureOutput();
  const product = await startProduct();
  try {
    const { parent, children, agents } = await makeFamily(product, { children: 1, devices: DEVICES });
    const childId = children[0]?.user_id ?? '';
    const key = accountKey();
    const request_args = { ...key, requested_by: parent.userId, secret: authKey(parent.email) };
    await ask(parent, '/key_exchange', 'acctkey.register', request_args);
    const config = { automated: { enabled: true }, ocr: { custom_terms: [CONTROL] } };
    await ask(parent, '/vew_request', 'update_user_config', { user_id: childId, config });
    for (const agent of agents) await agent.report('allowed', { components: { account_key: 'pinned' } });
    const count = short ? SHORT_SAMPLES : SAMPLES;
    const begun = performance.now();
    await Promise.all(agents.map((agent) => upload(agent, childId, { key: key.key, keyId: key.key_id }, count / DEVICES)));
    const uploadMs = performance.now() - begun;
    const list = (brief: boolean) => ask(parent, '/vew_request', 'get_sample_meta', { user_id: childId, limit: LIST, brief });
    const times: Array<number> = [];
    const briefTimes: Array<number> = [];
    for (let round = 0; round < 5; round += 1) {
      times.push(await timeOf(() => list(false)));
      briefTimes.push(await timeOf(() => list(true)));
    }
    const meta = await list(false);
    const briefMb = ((JSON.stringify(await list(true)).length / count) * LIST) / 1e6;
    const briefMs = (median(briefTimes) / count) * LIST;
    const ids = (meta as Array<{ sample_id: string }>).map(({ sample_id }) => sample_id);
    if (ids.length !== count) throw new Error(`${ids.length} of ${count} samples are in the list`);
    const answers = [JSON.stringify(meta), ...(await readAll(parent, ids))];
    const text = JSON.stringify(meta);
    logs.end();
    const stored = readFiles(product.data);
    const found = countIn(CANARY, [...stored, ...answers.map((answer) => Buffer.from(answer)), Buffer.from(logs.text())]);
    const control = countIn(CONTROL, stored);
    const perSample = text.length / count;
    const mb = (perSample * LIST) / 1e6;
    const ms = (median(times) / count) * LIST;
    return [
      {
        name: `Canary text of ${count} screenshots in storage, logs and answers`,
        measured: `${found} places`,
        bar: '0',
        control: null,
        verdict: control === 0 ? 'failed' : judge(found, 0),
        figures: {
          samples: count,
          files: stored.length,
          bytes: stored.reduce((sum, { length }) => sum + length, 0),
          answers: answers.length,
          control,
          uploadMs,
        },
        notes:
          control === 0
            ? ['The search does not find what is stored in clear, so it proves nothing']
            : [`The same search finds a term that is stored in clear ${control} times`],
      },
      {
        name: `List of ${LIST} screenshots, from ${count}`,
        measured: `${mb.toFixed(1)} MB, ${Math.round(ms)} ms`,
        bar: `${LIST_BAR_MB} MB, ${LIST_BAR_MS} ms`,
        control: null,
        verdict: mb > LIST_BAR_MB ? 'missed' : judge(ms, LIST_BAR_MS),
        figures: { bytesPerSample: perSample, gzBytesPerSample: gzipSync(text).length / count, times, briefTimes },
        notes: [`Pages load it without the wrapped keys: ${briefMb.toFixed(1)} MB, ${Math.round(briefMs)} ms`],
      },
    ];
  } finally {
    logs.end();
    await product.close();
  }
}

async function upload(agent: Agent, childId: string, key: { key: string; keyId: string }, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const sampleId = crypto.randomUUID();
    const now = Date.now() - index * 60_000;
    const text = `${CANARY} ${sampleId} 明天见`;
    const details: SampleDetails = {
      v: 1,
      app: { id: `app.${CANARY}`, name: CANARY },
      title: CANARY,
      thumb: { width: 1, height: 1 },
      thumb_hash: null,
      screens: [{ width: 1, height: 1, text }],
      hits: [{ category: 'custom', term: CANARY, screen: 0, start: 0, end: CANARY.length }],
    };
    const picture = utf8(CANARY.repeat(200));
    const parts = { thumb: picture, details, screens: [picture] };
    const { contents, keys, objects } = await sealSample({ accountId: agent.accountId, deviceId: agent.deviceId, sampleId }, key, parts);
    const body = {
      sample_id: sampleId,
      user_id: childId,
      sample_ts: now,
      notice_ts: now,
      cause: 'periodic',
      keys,
      objects,
      ocr_summary: { ...NO_HITS, custom: 1 },
    };
    const answer = await agent.raw('POST', announceSample.path, body);
    if (answer.status !== 200) throw new Error(`The announcement was answered with ${answer.status}: ${JSON.stringify(answer.body)}`);
    for (const { kind, url } of announceSample.output.parse(answer.body).put) {
      const stored = await fetch(url, { method: 'PUT', body: contents[kind] ?? new Uint8Array() });
      if (!stored.ok) throw new Error(`The upload was answered with ${stored.status}`);
    }
  }
}

/** Reads the details, the addresses and the sealed objects of the samples. */
async function readAll(parent: Parent, ids: ReadonlyArray<string>): Promise<Array<string>> {
  const answers: Array<string> = [];
  for (let from = 0; from < ids.length; from += 100) {
    const sample_ids = ids.slice(from, from + 100);
    answers.push(JSON.stringify(await ask(parent, '/vew_request', 'get_analysis', { sample_ids })));
    const urls = await ask(parent, '/vew_request', 'get_download_urls', { sample_ids, kinds: ['thumbnails', 'screens'] });
    answers.push(JSON.stringify(urls));
    const [first] = urls as Array<{ thumbnails: { url: string } }>;
    if (first !== undefined) answers.push(Buffer.from(await (await fetch(first.thumbnails.url)).arrayBuffer()).toString('latin1'));
  }
  return answers;
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

async function ask(parent: Parent, path: string, request_type: string, request_args: object): Promise<unknown> {
  const { status, body } = await parent.raw('POST', path, { request_type, request_args });
  if (status !== 200) throw new Error(`${request_type} was answered with ${status}: ${JSON.stringify(body)}`);
  return body;
}

function readFiles(folder: string): Array<Buffer> {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
}

/** Counts the texts that contain the word: as UTF-8, UTF-16, hex or base64 at any offset. */
function countIn(word: string, texts: ReadonlyArray<Buffer>): number {
  const aligned = [0, 1, 2].map((skip) => {
    const base64 = Buffer.from(' '.repeat(skip) + word).toString('base64');
    // The first and the last characters also depend on the neighbors.
    return base64.slice(4, -4);
  });
  const forms = [
    Buffer.from(word),
    Buffer.from(word, 'utf16le'),
    Buffer.from(Buffer.from(word).toString('hex')),
    ...aligned.map((text) => Buffer.from(text)),
  ];
  return texts.filter((text) => forms.some((form) => text.includes(form))).length;
}

/** Collects what this process and the server print. */
function captureOutput() {
  const texts: Array<string> = [];
  const streams = [process.stdout, process.stderr];
  const before = streams.map((stream) => stream.write);
  for (const stream of streams) {
    stream.write = ((chunk: string | Uint8Array) => {
      texts.push(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString());
      return true;
    }) as typeof stream.write;
  }
  return {
    text: () => texts.join(''),
    end: () => {
      for (const [index, stream] of streams.entries()) stream.write = before[index] ?? stream.write;
    },
  };
}
