import { expect, test } from 'vitest';
import { compareWeek } from '../bench/history-week.ts';
import { startTestServers } from '../servers.ts';

test('the history pages of a week say where the child was, each time within two minutes of the truth', async () => {
  const servers = await startTestServers();
  try {
    const lines = await compareWeek(servers);
    expect(lines.filter(({ isRight }) => !isRight)).toEqual([]);
    // A school day has nine parts: five stays and four trips.
    expect(lines.length).toBeGreaterThan(50);
  } finally {
    await servers.close();
  }
});
