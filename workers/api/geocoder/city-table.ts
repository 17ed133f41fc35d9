import { type CityTable, readCities } from '#workers/city-format';

let table: Promise<CityTable> | null = null;

/** Returns the city list. Unpacks it on the first call in this isolate, because most isolates never look up an address. */
export function loadCities(): Promise<CityTable> {
  table ??= unpack();
  return table;
}

async function unpack(): Promise<CityTable> {
  const { deflated } = (await import('./cities.json')).default;
  const stream = new Blob([Buffer.from(deflated, 'base64')]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return readCities(new Uint8Array(await new Response(stream).arrayBuffer()));
}
