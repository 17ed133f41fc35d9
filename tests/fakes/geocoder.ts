import { vi } from 'vitest';

/** A fake Photon or Nominatim for the Worker under test. `respond` answers all requests; `asked` lists them. */
export type FakeGeocoder = { url: string; asked: Array<Request>; respond: (request: Request) => Response | Promise<Response> };

let services = 0;

/** Stubs `fetch` with a service at a new address, because responses are cached by address. All other requests fail. */
export function playGeocoder(respond: FakeGeocoder['respond']): FakeGeocoder {
  services += 1;
  const service: FakeGeocoder = { url: `https://geocoder-${services}.example/maps`, asked: [], respond };
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    if (!request.url.startsWith(`${service.url}/`)) throw new Error(`Nobody answers at ${request.url}`);
    service.asked.push(request);
    return service.respond(request);
  });
  return service;
}

/** Removes the stub of `fetch`. */
export function closeGeocoder(): void {
  vi.unstubAllGlobals();
}

/** Returns Photon's response for a house. */
export function photonHouse(properties: Record<string, string> = {}): Response {
  const house = { street: 'Hauptstraße', housenumber: '12', city: 'Springe', countrycode: 'DE', ...properties };
  return Response.json({ features: [{ geometry: { coordinates: [9.55, 52.2] }, properties: house }] });
}

/** Returns Nominatim's response for a house. */
export function nominatimHouse(): Response {
  const address = { road: 'Main Street', house_number: '12', city: 'Springfield', state: 'Illinois', country_code: 'us' };
  return Response.json({ lat: '39.8', lon: '-89.6', name: '', display_name: '12, Main Street, Springfield', address });
}
