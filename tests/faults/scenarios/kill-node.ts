import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addRules, checkFamily, countRules, openFamily, type RealFamily } from '#tests/real-family.ts';
import { type RealCommand, type RealStart, startReal } from '#tests/real-start.ts';
import { findFreePort } from '#tests/servers.ts';
import type { Violation } from '../ledger.ts';
import type { Scenario, World } from '../scenario.ts';

const COMMANDS: ReadonlyArray<RealCommand> = ['start', 'serve'];
const KILLS = { short: 1, full: 6 };

export const killNode: Scenario = {
  name: 'kill-node',
  fault: 'kill -9 of node alone on npm start and npm run serve, and another start at once',
  holds: ['I1', 'I2'],
  run: async (world) => {
    const folder = mkdtempSync(join(tmpdir(), 'porchlight-faults-start-'));
    try {
      const violations: Array<Violation> = [];
      for (const command of COMMANDS) violations.push(...(await killOften(command, join(folder, command), world)));
      return { times: COMMANDS.length * KILLS[world.size], violations };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function killOften(command: RealCommand, data: string, { random, size }: World): Promise<Array<Violation>> {
  const port = await findFreePort();
  const violations: Array<Violation> = [];
  let running: RealStart = await startReal(command, data, port);
  try {
    const family = await openFamily(running.apiUrl, data);
    for (let count = 0; count < KILLS[size]; count += 1) {
      const adding = addRules(family);
      await untilAdded(family, 1 + random.int(5));
      await running.killNode();
      running = await startReal(command, data, port);
      await adding;
      const wrong = await checkFamily(family, running.apiUrl);
      const { status } = await fetch(`${running.webUrl}/readyz`);
      if (status !== 200) wrong.push(`the web Worker answers ${status}`);
      violations.push(...wrong.map((what): Violation => ({ invariant: 'I1', what })));
    }
  } finally {
    await running.stop();
  }
  return violations;
}

async function untilAdded(family: RealFamily, more: number): Promise<void> {
  const before = await countRules(family);
  while ((await countRules(family)) < before + more) await new Promise((done) => setTimeout(done, 5));
}
