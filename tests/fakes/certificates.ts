import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** A certificate and its key, as PEM. */
export type Certificate = { cert: string; key: string };

type Authority = Certificate & { issue(host: string): Certificate };

/**
 * Creates a certificate authority that issues certificates for one host each. Each run creates its own authority, so that no certificate
 * expires.
 */
export function makeAuthority(name = 'Porchlight test authority'): Authority {
  const own = makeKeys();
  const cert = issueCertificate({ issuer: name, subject: name, publicKey: own.publicKey, signer: own.privateKey, extension: IS_AUTHORITY });
  const issue = (host: string): Certificate => {
    const keys = makeKeys();
    const extension = subjectAltName(host);
    const leaf = issueCertificate({ issuer: name, subject: host, publicKey: keys.publicKey, signer: own.privateKey, extension });
    return { cert: leaf, key: toPem(keys.privateKey) };
  };
  return { cert, key: toPem(own.privateKey), issue };
}

function makeKeys(): { publicKey: Buffer; privateKey: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return { publicKey, privateKey: createPrivateKey(privateKey) };
}

function toPem(key: KeyObject): string {
  return String(key.export({ type: 'pkcs8', format: 'pem' }));
}

// X.509 in DER (RFC 5280): tag, length, content.
const der = (tag: number, ...parts: Array<Buffer>): Buffer => {
  const body = Buffer.concat(parts);
  const [high, low] = [body.length >> 8, body.length & 255];
  // DER allows only the shortest form of a length.
  const length = high > 0 ? [0x82, high, low] : low < 128 ? [low] : [0x81, low];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
};
const sequence = (...parts: Array<Buffer>): Buffer => der(0x30, ...parts);
const identifier = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const ECDSA_WITH_SHA256 = sequence(identifier('2a8648ce3d040302'));
const YES = der(0x01, Buffer.from([0xff]));
const IS_AUTHORITY = sequence(identifier('551d13'), YES, der(0x04, sequence(YES)));

function subjectAltName(host: string): Buffer {
  const isAddress = /^[\d.]+$/.test(host);
  const name = isAddress ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host, 'ascii'));
  return sequence(identifier('551d11'), der(0x04, sequence(name)));
}

function nameOf(text: string): Buffer {
  return sequence(der(0x31, sequence(identifier('550403'), der(0x0c, Buffer.from(text)))));
}

function issueCertificate(about: { issuer: string; subject: string; publicKey: Buffer; signer: KeyObject; extension: Buffer }): string {
  const toTime = (at: number) => der(0x18, Buffer.from(`${new Date(at).toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`, 'ascii'));
  const day = 24 * 60 * 60 * 1000;
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    nameOf(about.issuer),
    sequence(toTime(Date.now() - day), toTime(Date.now() + day)),
    nameOf(about.subject),
    about.publicKey,
    der(0xa3, sequence(about.extension)),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, about.signer));
  const lines =
    sequence(body, ECDSA_WITH_SHA256, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
