import { addRules, makeFamily } from './family.ts';
import { Visitor } from './load.ts';
import { bundleEntry, startProduct } from './product.ts';
import { judge, type Row } from './row.ts';
import { cpuPerOperation } from './server-process.ts';
import { type Comparison, compare } from './statistics.ts';

const BAR = 0.35;
const READS = 400;

/**
 * Compares the CPU of a read through the family’s object with the same statements on the same rows in D1. The statements were recorded
 * during a real GET /block_status for four children and twelve devices.
 */
export async function measureFamilyRead(): Promise<Array<Row>> {
  const { script, forget } = await bundleEntry('bench');
  const product = await startProduct({ api: script });
  const visitor = new Visitor();
  try {
    const family = await makeFamily(product, { children: 4, devices: 12 });
    await addRules(family);
    const ask = async (what: string) => {
      const { status, text } = await visitor.get(`${product.apiUrl}/bench/${what}?account=${family.parent.accountId}`);
      if (status !== 200) throw new Error(`/bench/${what} was answered with ${status}: ${text.slice(0, 200)}`);
      return text;
    };
    await ask('notes');
    await family.parent.raw('GET', '/block_status?dev_info=true&rule_info=true&usage=true');
    const { statements }: { statements: number } = JSON.parse(await ask('copy'));
    const answers = [await ask('object'), await ask('d1'), await ask('d1-one-by-one')];
    if (new Set(answers).size !== 1) throw new Error('Object and D1 gave different rows');
    const rows = JSON.parse(answers[0] ?? '').flat().length;
    const url = (what: string) => `${product.apiUrl}/bench/${what}?account=${family.parent.accountId}`;
    const cpuOf = (what: string, reads: number) => () => cpuPerOperation(product.pid, reads, () => visitor.getMany(url(what), reads));
    const [object, batch, oneByOne] = [cpuOf('object', READS), cpuOf('d1', READS), cpuOf('d1-one-by-one', READS / 10)];
    for (const warmUp of [object, batch, oneByOne]) await warmUp();
    const figures = { statements, rows };
    return [
      toRow('against D1, one batch', await compare({ a: object, b: batch }), figures, [
        `${statements} statements, ${rows} rows, the answers the same byte for byte.`,
        'One batch is the best case of D1: it takes knowing every id before, as GET /block_status does not. Next lever: the usage of all children by one statement, and rows of ours that are not checked by zod at each reading.',
      ]),
      toRow('against D1, one by one', await compare({ a: object, b: oneByOne }), figures, [
        'The very code of GET /block_status with D1 in the place of the object’s SQLite: a round trip per statement.',
      ]),
    ];
  } finally {
    visitor.close();
    await product.close();
    forget();
  }
}

function toRow(name: string, { ratio, control, a, b, rounds }: Comparison, figures: Row['figures'], notes: Row['notes']): Row {
  return {
    name: `CPU of a family read through the object ${name}`,
    measured: `${ratio.toFixed(2)}x (${a.toFixed(2)} / ${b.toFixed(2)} ms)`,
    bar: `${BAR}x`,
    control,
    verdict: judge(ratio, BAR, control),
    figures: { ratio, objectMs: a, d1Ms: b, rounds, ...figures },
    notes,
  };
}
