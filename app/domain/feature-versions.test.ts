import { describe, expect, test } from 'vitest';
import type { DeviceOs } from './device.ts';
import { type Support, supportOf, type VersionedFeature } from './feature-versions.ts';

const ok: Support = { kind: 'ok' };
const none: Support = { kind: 'unavailable' };
const app = (version: string): Support => ({ kind: 'needs_app', version });
const system = (version: string): Support => ({ kind: 'needs_os', version });

describe('supportOf', () => {
  // Requirement, feature, system, system version, app version, result. Each row of 5.6 is tested just below its minimum version and at that
  // version.
  test.each<[string, VersionedFeature, DeviceOs, string, string, Support]>([
    ['DEV-078', 'allowance', 'iOS', '15', '4.1.9', app('4.2')],
    ['DEV-078', 'allowance', 'android', '8', '4.2', ok],
    ['DEV-079', 'app_rules', 'iOS', '15', '4.1.9', app('4.2')],
    ['DEV-079', 'app_rules', 'android', '8', '4.2', ok],
    ['DEV-080', 'geolocation', 'android', '8', '4.1.9', app('4.2')],
    ['DEV-080', 'geolocation', 'iOS', '15', '4.2', ok],
    ['DEV-081', 'restrictions', 'iOS', '15', '4.1.9', app('4.2')],
    ['DEV-081', 'restrictions', 'iOS', '15', '4.2', ok],
    ['DEV-082', 'restrictions', 'android', '8', '6.0.9', app('6.1')],
    ['DEV-082', 'restrictions', 'android', '8', '6.1', ok],
    ['DEV-083', 'network_lock', 'android', '8', '5.9', app('6')],
    ['DEV-083', 'network_lock', 'android', '8', '6', ok],
    ['DEV-084', 'vew', 'android', '8', '5.9', app('6')],
    ['DEV-084', 'vew', 'android', '8', '6.0', ok],
    ['DEV-085', 'vew', 'iOS', '15', '8.0.9', app('8.1')],
    ['DEV-085', 'vew', 'iOS', '15', '8.1', ok],
    ['DEV-086', 'ad_tracking', 'android', '9', '8', system('10')],
    ['DEV-086', 'ad_tracking', 'android', '10', '8', ok],
    ['DEV-087', 'airplane', 'android', '8.1', '8', system('9')],
    ['DEV-087', 'airplane', 'android', '9', '8', ok],
    ['DEV-088', 'network_lock', 'android', '6.9', '8', system('7')],
    ['DEV-088', 'network_lock', 'android', '7', '8', ok],
    ['DEV-089', 'vew', 'android', '6.9', '8', system('7')],
    ['DEV-089', 'vew', 'android', '7.0', '8', ok],
    ['DEV-090', 'vew', 'iOS', '11.4', '9', system('12')],
    ['DEV-090', 'vew', 'iOS', '12', '9', ok],
    ['DEV-091', 'allowance', 'android', '8', '4.10', ok],
    ['DEV-091', 'ad_tracking', 'android', '10.0', '6.10', ok],
    ['A25, no version known', 'allowance', 'android', '', '', app('4.2')],
    ['A25, system version checked first', 'vew', 'iOS', '', '', system('12')],
    ['feature not on this system', 'airplane', 'iOS', '18', '9', none],
    ['system without these features', 'allowance', 'other', '18', '9', none],
  ])(
    '%s: returns the support of %s on %s %s with app %s (CONST-091 to CONST-103)',
    (_row, feature, os, osVersion, appVersion, expected) => {
      expect(supportOf(feature, { os, osVersion, appVersion })).toEqual(expected);
    },
  );
});
