import { expect, test } from 'vitest';
import { listUserLocations } from '#app/wire/location';
import { newLocatedFamily, newPlace, reportAt, SCHOOL } from '#tests/clients/located-family';
import { bindings, familyOf, readEverything } from '#tests/clients/worker';
import { MIGRATIONS } from '../core/schema';

test('an export contains places, positions, device location states, the access log and the due alarm', async () => {
  const { parent, agent, id } = await newLocatedFamily('2026-11-18T11:00:00Z');
  await newPlace(parent, [id], { not_by: [{ user_id: id, weekdays: [1], time: '08:30' }] });
  await reportAt(agent, SCHOOL);
  await parent.call(listUserLocations, { query: { last: '1' } });
  const before = await readEverything(parent.accountId);
  const text = await new Response(await familyOf(parent.accountId).exportRows()).text();
  const objectId = bindings.FAMILY.newUniqueId();
  const restored = bindings.FAMILY.get(objectId);
  await restored.beginImport(MIGRATIONS.length);
  for (const line of text.trimEnd().split('\n')) await restored.importLine(JSON.parse(line));
  await restored.endImport();
  const after = await readEverything(objectId.toString());
  for (const table of ['place', 'location_report', 'location_access', 'device', 'due']) {
    expect(before[table]?.length, table).toBeGreaterThan(0);
    expect(after[table], table).toEqual(before[table]);
  }
});
