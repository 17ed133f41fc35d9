import { liveADay, WHOLE_DAY } from '../day/life.ts';
import { bundleEntry, startProduct } from './product.ts';
import type { Row } from './row.ts';

/** A day of three children and six devices, told as a table; and whether every device did what it should. */
export async function measureDay(): Promise<Array<Row>> {
  const { script, forget } = await bundleEntry('api');
  const product = await startProduct({ api: script });
  try {
    const grant = async (email: string) => (await product.webEnv()).INTERNAL.grant(email, 'premium_plus_annual');
    const lines = await liveADay({ apiUrl: product.apiUrl, grant, until: WHOLE_DAY });
    const wrong = lines.filter(({ enforced, known, asked, isOffline }) => enforced !== known || (!isOffline && enforced !== asked));
    return [
      {
        name: 'A day in the life of six devices',
        measured: `${wrong.length} of ${lines.length} lines wrong`,
        bar: '0',
        control: null,
        verdict: wrong.length === 0 ? 'holds' : 'falls short',
        figures: { lines },
        notes: lines.map(
          (line) => `${line.time}  ${line.device.padEnd(12)}  ${line.enforced.padEnd(7)}  ${line.isOffline ? 'offline. ' : ''}${line.why}`,
        ),
      },
    ];
  } finally {
    await product.close();
    forget();
  }
}
