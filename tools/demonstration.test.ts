import { describe, expect, test, vi } from 'vitest';
import { printAddresses } from './demonstration.ts';

describe('printAddresses', () => {
  test.each([
    [8788, 'pair --code ABCD-2345 --run'],
    [22301, 'pair --code ABCD-2345 --api http://127.0.0.1:22301 --run'],
  ])('prints a pairing command with the API on port %i', (port, command) => {
    const said = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    const urls = { webUrl: 'http://localhost', apiUrl: `http://127.0.0.1:${port}`, identityUrl: 'http://127.0.0.1' };
    printAddresses(urls, { email: 'demo@porchlight.example', password: 'p' });
    expect(said.mock.calls.flat().join('\n')).toContain(`npm run device -- ${command}`);
    said.mockRestore();
  });
});
