import { createHash } from 'node:crypto';
import type { AcctkeyWire } from '#app/wire/keys.ts';

// Public keys made for these tests; nobody has the private keys.
const [FIRST, SECOND] = [
  'MIIBojANBgkqhkiG9w0BAQEFAAOCAY8AMIIBigKCAYEAr2Hdji2IR45+JPlW5CtcQqhWezV9iEad4YzGnd8fz0cjH/p4VBqmByGpvfZ5BkD8AfLeFUIofDrg' +
    'hxQ8MUTmt+nfGh2y7IlwSCT0JCR71vmK/SUQeSqLOjHiFeDwYuZ1E5TPGeLphGqbAzWfG/CzoWUd5/yEg1mnneOvaqoab9QgA/N0jrkqqa9cfo7Pr6ZXxFtN' +
    'QyKY9xsuQbgArL2FrrX8oCAU7sZAz3duBsmb8lsUQpDGjOKtyrdzO98vd2QzwSLoXQDWqD+La/PCvGW3cc7TuTWHOg46ZCbj3b4GormXWq8+JhTsyI8saf98' +
    'BU33oVCz3jwE2y4ZUTEkibe62gqJQiimYyc5ZVzVfnG1dDMVkyr9Acss2YsPK3NAzSKAmS4637NG9uiQiBcfEbBl1t/OUMpS6WdfWg0ZOMv9kO9egox0CjKc' +
    'Enc/IYavkKmXc7R+yIxwQ/Sq7voLEnsKFCHoNKvQAc5LOGPSR2VEXSeLFs/uc8rVf3jDTqjclAQvAgMBAAE=',
  'MIIBojANBgkqhkiG9w0BAQEFAAOCAY8AMIIBigKCAYEAqedXiLSgbLtE8+m+KCz+/+cKOaH1GfaX6DKqrBvfCMEJs53X4MEDj3awMMj8cjFSVVMAN+tTFP2F' +
    'TYHIlXxBGW6DCF9He/MTjTvUbRu0ieynkFAYHjTeus8JzDfGVRAL3nC0bjStloOgwfTiwGbGaQAt8prJSN0dpMPyrLqeOJkiQG9V3brAK8THyDFcMjokbdg7' +
    'c1O41AdVo3qrRmY5oRaro3TAbUD60jxRWIsYQn3Hkt4rtPFl0h/1c6pxiXnD4Lr7rZ+H5xnlEnSkAYLKjtzaxgZ8SzB9cxWURJeMDN/elEcekmzVanDbanP1' +
    'UJiXDPL7tm4v7NgBBPJVwsLAkGjti5hFjHYAm3Z5D+TukrcJyV9DWlC6A61Ml25HsHo2HVQ1wvSQWHIG9tq5gySmTeoOtmlvQgyFEpxXxUVu2LdWYErinf4D' +
    'asn1HA+rMEUE+T8f41YPMYZdOB/p4JmwMjOqlEC3q19qZ4hJn82IeVnWKqWiSIIs13A36iwdjEfJAgMBAAE=',
];
/** Public keys (SPKI) that are refused as account keys: RSA of 2048 bits, RSA with exponent 3, and an elliptic curve. */
export const WEAK_KEYS = [
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAjTt7nnYDx9s0M/ZeJpBxwZwM3Kv9hETTjX7ptL9IPkO6ILKAMuzQrw61N0pYC9crHknGMMCsgAZV' +
    'aiDegihca6ewPM9+yjrko97D6V50HBzC4sAogO7qx72+yLMN0z3aUfZRyJDq2Q3LEVqGRGJa+dNWK/q7GaVmA9MyUdDXLTc4ouHhkdy76zfXsLBHxw/ShG8x' +
    'PgmwwKlVD8NcquIQndfeZZLO8qAff7fspcNatKKnARItL97iW5/4zDaNXHZNNF97RVd7mP2syI4A+EXs0dF8Di61CpYGhwGGWIbImp1hUUAWWkeu8qZVVEDF' +
    'j7rEcwm5FlNzPnRqZ6Uz5o+xLQIDAQAB',
  'MIIBoDANBgkqhkiG9w0BAQEFAAOCAY0AMIIBiAKCAYEAkpWjBqBk3ZQv2LlLV5CqAJLXNOcCj0zFxrrzRm+kXIFaMFMSL7a1GtvxifJ1SFrdvHyFaGCcI901' +
    '8WxRkTIzAkvu+Zw9b1se+vVnSxJkE1neB9RR86m/xCcEgnrIYrNMQ7M5F6jxw4T0BwNe6W/1MeclgYdH+GEKNwUttBuiIqSwqb1lrilGEtsHiWXiHc2cSclo' +
    'gRltvi7UjK9KgeDo0k/+fblYIJEIZ8gqCwWd7DiaKvaZhw9+oFJvAusGChuFDD2TYQarIkigE6so9PKLsMzQ7rjPGj4+pcU9QwhOWj+oIRdpifci57Tl3uDP' +
    'Q6sNbE3flBrsAdFQVwdz8dqOP67hgmeLfdaZ+Tk+/0nTy60+FY0UNRnNNRwOHhHaMoXxJdWLtLi22YNOGtDUYU/pkC2wC/wt1RGb2tEKGxybTvBWCPOJpTRy' +
    'uMhMZ9dUD8fZyUt0WsHOzVnzKGZezh8VE33EaY3BV0UT8hiI9inA7dG3PW3GK72LDmA3wv0W+40/AgED',
  'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE4wfBVyF2cte4vhdTKDiGYebIe7eZ1j6ifZFoSUs3g9eo3gNH+sSxD0poWhT+mM+QSYK70OzwE3LhBIGOi0/H' + 'YQ==',
];

type Kind = 'password' | 'passphrase' | 'recovery';

/** Returns an envelope that passes the API's checks. `mark` makes its ciphertexts unique. */
export function envelope(mark: string, kinds: Array<Kind> = ['password']): string {
  const binary = (text: string, bytes: number) => createHash('sha512').update(text).digest().subarray(0, bytes).toString('base64url');
  const copies = kinds.map((kind) => {
    const parts = { iv: binary(`iv${mark}`, 12), ct: binary(`${kind} ${mark}`, 64) };
    if (kind === 'recovery') return { kind, kdf: 'hkdf-sha256', salt: '', ...parts };
    return { kind, kdf: 'scrypt', n: 32_768, r: 8, p: 3, salt: binary('salt', 32), ...parts };
  });
  return JSON.stringify({ v: 1, copies });
}

/** Returns an account key as a browser sends it: one of two public keys, and an envelope that nobody can open. */
export function accountKey(which: 'first' | 'second' = 'first', encPriv = envelope('a')): AcctkeyWire {
  return withId(which === 'first' ? FIRST : SECOND, encPriv);
}

/** Like `accountKey`, with any public key; `key_id` is computed from it. */
export function withId(key: string, encPriv = envelope('a')): AcctkeyWire {
  const keyId = createHash('sha1').update(Buffer.from(key, 'base64')).digest('hex');
  return { enc_priv: encPriv, key, key_id: keyId, key_type: 'rsa' };
}
