import { describe, expect, test } from 'vitest';
import { demonstrationVariables } from './demonstration.ts';
import { requireAddresses } from './web-settings.ts';

describe('requireAddresses', () => {
  test.each([
    ['https://media.example/apps', false],
    ['https://media.example/apps', true],
    ['http://127.0.0.1:9000/apps', true],
    ['', false],
  ])('accepts APP_MEDIA_URL «%s» (in the demonstration: %s)', (address, isDemonstration) => {
    expect(() => requireAddresses({ APP_MEDIA_URL: address }, isDemonstration)).not.toThrow();
  });

  test.each([
    ['http://127.0.0.1:9000/apps', false],
    ['http://media.example/apps', true],
    ['media.example', false],
  ])('throws an error that names APP_MEDIA_URL for «%s» (in the demonstration: %s)', (address, isDemonstration) => {
    expect(() => requireAddresses({ APP_MEDIA_URL: address }, isDemonstration)).toThrow(/^APP_MEDIA_URL must be an https address/);
  });

  test('throws an error that names an invalid child app address', () => {
    expect(() => requireAddresses({ CHILD_APP_URL_IOS: 'apps.example' }, true)).toThrow(/^CHILD_APP_URL_IOS must be/);
  });
});

test('demonstrationVariables passes APP_MEDIA_URL to the API', () => {
  process.env.APP_MEDIA_URL = 'http://127.0.0.1:9000/apps';
  try {
    expect(demonstrationVariables(8787).api.APP_MEDIA_URL).toBe('http://127.0.0.1:9000/apps');
  } finally {
    delete process.env.APP_MEDIA_URL;
  }
});

test('requireAddresses throws an error that names a wrong geocoder', () => {
  expect(() => requireAddresses({ GEOCODER: 'photon', GEOCODER_URL: 'http://192.168.1.2' }, false)).toThrow(/^GEOCODER_URL must be/);
  expect(() => requireAddresses({ GEOCODER: '', GEOCODER_URL: '', GEOCODER_LOCAL: '' }, false)).not.toThrow();
});
