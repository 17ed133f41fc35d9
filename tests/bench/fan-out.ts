import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { io, type Socket } from 'socket.io-client';
import { getAccount } from '#app/wire/account.ts';
import { listRules, updateRule } from '#app/wire/rule.ts';
import { BrowserSocket, tokenOf } from './browser-socket.ts';
import { openCutter } from './cutter.ts';
import { type Family, makeFamily } from './family.ts';
import { type Product, startProduct } from './product.ts';
import { judge, type Row } from './row.ts';
import { compare, median, percentile } from './statistics.ts';

const CLIENTS = 50;
const MESSAGES = 25;
const BAR = 2;
const CUT_MESSAGES = 100;
const CUT_EVERY = 10;
const CUT_SHARE = 0.4;
const SETTLE_MS = 10_000;

/** Sends one message and resolves with the ms until each client got it. */
type Tell = () => Promise<Array<number>>;

/**
 * Compares a durable change sent to N browsers of a family with socket.io relaying N messages in memory. Also counts what each loses when
 * connections are cut.
 */
export async function measureFanOut(): Promise<Array<Row>> {
  const product = await startProduct();
  const relay = await startRelay();
  try {
    const family = await makeFamily(product, { children: 1, devices: 0 });
    const ours = await openOurs(product, family);
    const theirs = await openTheirs(relay.port);
    const spent: { ours: Array<number>; theirs: Array<number> } = { ours: [], theirs: [] };
    const p50Of = (tell: Tell, all: Array<number>) => async () => {
      const times: Array<number> = [];
      for (let message = 0; message < MESSAGES; message += 1) times.push(...(await tell()));
      all.push(...times);
      return median(times);
    };
    await p50Of(ours.tell, [])();
    await p50Of(theirs.tell, [])();
    const comparison = await compare({ a: p50Of(ours.tell, spent.ours), b: p50Of(theirs.tell, spent.theirs) });
    ours.end();
    theirs.end();
    const { ratio, control, a, b, rounds } = comparison;
    const answered = median(ours.answers);
    const p95 = { ours: percentile(spent.ours, 0.95), theirs: percentile(spent.theirs, 0.95) };
    const cutOurs = await cutOurLines(product, family);
    const cutTheirs = await cutTheirLines(relay.port);
    return [
      {
        name: `Fan-out to ${CLIENTS} browsers, durable, against socket.io in memory (p50)`,
        measured: `${ratio.toFixed(2)}x (${a.toFixed(1)} / ${b.toFixed(1)} ms)`,
        bar: `${BAR}x`,
        control,
        verdict: judge(ratio, BAR, control),
        figures: { ratio, p50: { ours: a, theirs: b }, p95, answered, rounds },
        notes: [
          `p95 ${p95.ours.toFixed(1)} / ${p95.theirs.toFixed(1)} ms. Ours: a PUT /rule, signed, checked, committed with its audit row and its answer, then told; theirs: a message passed on.`,
          `Its writer has the PUT’s answer after ${answered.toFixed(1)} ms (p50), so the write and not the telling is what takes the time.`,
        ],
      },
      {
        name: 'Lost while lines are cut and taken up again',
        measured: `${cutOurs.lost} of ${cutOurs.expected} (socket.io ${cutTheirs.lost} of ${cutTheirs.expected})`,
        bar: '0',
        control: null,
        verdict: cutOurs.lost === 0 && cutOurs.wrong === 0 ? 'met' : 'missed',
        figures: { ours: cutOurs, theirs: cutTheirs },
        notes: [
          `${CUT_MESSAGES} changes, every ${CUT_EVERY}th with ${CUT_SHARE * 100} % of the lines cut (${cutOurs.cuts} / ${cutTheirs.cuts} cuts). Told = by a hint or by a later resync; ${cutOurs.wrong} of ${CLIENTS} browsers ended with an older state than the family’s.`,
          ...(cutTheirs.lost === 0 ? ['socket.io lost nothing in this run: the cuts fell between its messages.'] : []),
        ],
      },
    ];
  } finally {
    relay.end();
    await product.close();
  }
}

/** Returns a function that changes the family’s Bedtime by a minute. */
async function createChange({ parent, children }: Family): Promise<() => Promise<void>> {
  const query = { user_id: children[0]?.user_id ?? '' };
  let rule = (await parent.call(listRules, { query })).find(({ type }) => type === 'temporal_default');
  let count = 0;
  return async () => {
    if (rule === undefined) throw new Error('A new child has no Bedtime schedule');
    count += 1;
    const body = { rule_id: rule.rule_id, updated_ts: rule.updated_ts, time_duration: `21:00PT${300 + (count % 200)}M` };
    rule = await parent.call(updateRule, { query, body });
  };
}

async function openOurs(product: Product, family: Family): Promise<{ tell: Tell; answers: Array<number>; end(): void }> {
  const change = await createChange(family);
  const answers: Array<number> = [];
  const token = await tokenOf(family.parent);
  const sockets = Array.from({ length: CLIENTS }, () => {
    let received = (_at: number): void => undefined;
    const socket = new BrowserSocket({
      base: product.apiUrl.replace('http', 'ws'),
      token,
      onFrame: ({ type }, at) => {
        if (type === 'rule') received(at);
      },
    });
    return { socket, next: () => new Promise<number>((done) => (received = done)) };
  });
  await Promise.all(sockets.map(({ socket }) => socket.open()));
  return {
    tell: async () => {
      const arrivals = sockets.map(({ next }) => next());
      const begun = performance.now();
      await change();
      answers.push(performance.now() - begun);
      return (await Promise.all(arrivals)).map((at) => at - begun);
    },
    answers,
    end: () => {
      for (const { socket } of sockets) socket.end();
    },
  };
}

async function openTheirs(port: number): Promise<{ tell: Tell; end(): void }> {
  const clients = await Promise.all(Array.from({ length: CLIENTS + 1 }, () => connectTheirs(port)));
  const [sender, ...readers] = clients;
  return {
    tell: async () => {
      const arrivals = readers.map((client) => new Promise<number>((done) => client.once('said', () => done(performance.now()))));
      const begun = performance.now();
      sender?.emit('say', { type: 'rule', seq: 1, at: Date.now() });
      return (await Promise.all(arrivals)).map((at) => at - begun);
    },
    end: () => {
      for (const client of clients) client.disconnect();
    },
  };
}

type Cuts = { cuts: number; expected: number; lost: number };

async function cutOurLines(product: Product, family: Family): Promise<Cuts & { wrong: number }> {
  const { port } = new URL(product.apiUrl);
  const cutter = await openCutter(Number(port));
  const change = await createChange(family);
  const token = await tokenOf(family.parent);
  const readSeq = () => family.parent.call(getAccount).then(({ seq }) => seq);
  const browsers = Array.from({ length: CLIENTS }, () => {
    const known = { hints: new Set<number>(), resync: 0 };
    const socket = new BrowserSocket({
      base: `ws://127.0.0.1:${cutter.port}`,
      token,
      onFrame: ({ type, seq }) => {
        if (type === 'rule') known.hints.add(seq);
        if (type === 'resync') known.resync = Math.max(known.resync, seq);
      },
    });
    socket.lastSeq = 0;
    return { socket, known };
  });
  let cuts = 0;
  try {
    const before = await readSeq();
    for (const { socket } of browsers) socket.lastSeq = before;
    await Promise.all(browsers.map(({ socket }) => socket.open()));
    const changes: Array<number> = [];
    for (let index = 0; index < CUT_MESSAGES; index += 1) {
      const done = change();
      if (index % CUT_EVERY === CUT_EVERY - 1) cuts += cutter.cut(CUT_SHARE);
      await done;
      changes.push(await readSeq());
    }
    const last = changes.at(-1) ?? 0;
    const isTold = ({ known }: (typeof browsers)[number], seq: number) => known.hints.has(seq) || known.resync >= seq;
    await until(() => browsers.every((browser) => changes.every((seq) => isTold(browser, seq))));
    return {
      cuts,
      expected: changes.length * CLIENTS,
      lost: browsers.reduce((sum, browser) => sum + changes.filter((seq) => !isTold(browser, seq)).length, 0),
      wrong: browsers.filter(({ socket }) => (socket.lastSeq ?? 0) < last).length,
    };
  } finally {
    for (const { socket } of browsers) socket.end();
    cutter.close();
  }
}

async function cutTheirLines(port: number): Promise<Cuts> {
  const cutter = await openCutter(port);
  const sender = await connectTheirs(port);
  const readers = await Promise.all(Array.from({ length: CLIENTS }, () => connectTheirs(cutter.port)));
  const receivedNumbers = readers.map((client) => {
    const numbers = new Set<number>();
    client.on('said', ({ seq }: { seq: number }) => numbers.add(seq));
    return numbers;
  });
  const ownNumbers = new Set<number>();
  sender.on('said', ({ seq }: { seq: number }) => ownNumbers.add(seq));
  let cuts = 0;
  for (let seq = 1; seq <= CUT_MESSAGES; seq += 1) {
    sender.emit('say', { seq });
    if (seq % CUT_EVERY === 0) cuts += cutter.cut(CUT_SHARE);
    await until(() => ownNumbers.has(seq));
  }
  await until(() => readers.every(({ connected }) => connected));
  // A final message after all clients have reconnected. Messages still in transit arrive before it.
  sender.emit('say', { seq: 0 });
  await until(() => receivedNumbers.every((numbers) => numbers.has(0)));
  const expected = CUT_MESSAGES * CLIENTS;
  const received = receivedNumbers.reduce((sum, numbers) => sum + numbers.size - 1, 0);
  for (const client of [sender, ...readers]) client.disconnect();
  cutter.close();
  return { cuts, expected, lost: expected - received };
}

function connectTheirs(port: number): Promise<Socket> {
  const client = io(`http://127.0.0.1:${port}`, {
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 50,
    reconnectionDelayMax: 150,
  });
  return new Promise((done) => client.once('connect', () => done(client)));
}

/** Waits until `isSo()` is true or a timeout has passed. */
async function until(isSo: () => boolean): Promise<void> {
  const end = performance.now() + SETTLE_MS;
  while (!isSo() && performance.now() < end) await new Promise((done) => setTimeout(done, 5));
}

function startRelay(): Promise<{ port: number; end(): void }> {
  const child = fork(fileURLToPath(new URL('./relay.ts', import.meta.url)));
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('message', (address) => {
      const port = typeof address === 'object' && address !== null && 'port' in address ? Number(address.port) : 0;
      done({ port, end: () => child.disconnect() });
    });
  });
}
