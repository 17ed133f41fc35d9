import { describe, expect, test } from 'vitest';
import { supportOf } from './feature-versions.ts';
import { findDefault, listFilterSystems, RESTRICTIONS, restrictionSupport, SITE_CATEGORIES, WEB_FILTER_KEY } from './restrictions.ts';

describe('restrictions', () => {
  test('returns the default of every restriction (3.9.5, A65)', () => {
    expect(findDefault('allowAirDrop')).toBe('A');
    expect(findDefault(WEB_FILTER_KEY)).toBe(false);
    expect(findDefault('forceLimitAdTracking')).toBe(false);
    expect(findDefault('allowEverything')).toBeUndefined();
    const others = RESTRICTIONS.filter(({ key }) => key !== 'forceLimitAdTracking');
    expect(others.map((restriction) => restriction.default)).toEqual(others.map(() => 'A'));
  });

  test('lists the restrictions of A65 for each system (APPS-012)', () => {
    const keysOf = (os: string) => RESTRICTIONS.filter((restriction) => restriction.os === os).map(({ key }) => key);
    const iOSKeys =
      'allowAirDrop allowAppInstallation allowAppRemoval allowAssistant allowCamera allowCloudBackup allowExplicitContent allowGameCenter';
    const moreKeys = 'allowInAppPurchases allowMultiplayerGaming allowSafari allowScreenShot forceLimitAdTracking';
    expect(keysOf('iOS').sort()).toEqual(`${iOSKeys} ${moreKeys}`.split(' '));
    const androidKeys = 'allowAdTracking allowAirplaneMode allowAppInstallation allowAppRemoval allowNetworkChange';
    expect(keysOf('android').sort()).toEqual(androidKeys.split(' '));
  });

  const android = (key: string, osVersion: string, appVersion: string) => support('android', key, osVersion, appVersion);
  const iOS = (key: string, osVersion: string, appVersion: string) => support('iOS', key, osVersion, appVersion);
  function support(os: 'iOS' | 'android', key: string, osVersion: string, appVersion: string) {
    const restriction = RESTRICTIONS.find((one) => one.os === os && one.key === key);
    if (restriction === undefined) throw new Error(`no ${key} on ${os}`);
    return restrictionSupport(restriction, { os, osVersion, appVersion });
  }

  test.each([
    [iOS('allowCamera', '12', '4.1.9'), { kind: 'needs_app', version: '4.2' }],
    [iOS('allowCamera', '12', '4.2'), { kind: 'ok' }],
    [iOS('allowCamera', '', '4.10'), { kind: 'ok' }],
    [android('allowAppRemoval', '5', '6.0.9'), { kind: 'needs_app', version: '6.1' }],
    [android('allowAppRemoval', '5', '6.1'), { kind: 'ok' }],
    [android('allowAirplaneMode', '8.1', '6.1'), { kind: 'needs_os', version: '9' }],
    [android('allowAirplaneMode', '9', '6.1'), { kind: 'ok' }],
    [android('allowAdTracking', '9', '8.1'), { kind: 'needs_os', version: '10' }],
    [android('allowAdTracking', '10', '8.1'), { kind: 'ok' }],
    [android('allowNetworkChange', '6', '8.1'), { kind: 'needs_os', version: '7' }],
    // The network lock needs app 6 (DEV-083), but Android restrictions need 6.1 (DEV-082).
    [android('allowNetworkChange', '7', '5.9'), { kind: 'needs_app', version: '6.1' }],
    [android('allowNetworkChange', '7', '6'), { kind: 'needs_app', version: '6.1' }],
    [android('allowNetworkChange', '7', '6.1'), { kind: 'ok' }],
    [android('allowNetworkChange', '', ''), { kind: 'needs_os', version: '7' }],
  ])('returns the support of a restriction on a device (5.6): %#', (got, wanted) => {
    expect(got).toEqual(wanted);
  });

  test('returns unavailable for a restriction of another system', () => {
    const [first] = RESTRICTIONS;
    if (first === undefined) throw new Error('no restriction');
    expect(restrictionSupport(first, { os: 'android', osVersion: '14', appVersion: '8.1' })).toEqual({ kind: 'unavailable' });
    expect(supportOf('restrictions', { os: 'other', osVersion: '14', appVersion: '8.1' })).toEqual({ kind: 'unavailable' });
  });

  test('listFilterSystems returns Android for every website category, and iOS for adult sites', () => {
    expect(SITE_CATEGORIES.map(listFilterSystems).every((systems) => systems.includes('android'))).toBe(true);
    expect(listFilterSystems('adult')).toContain('iOS');
  });
});
