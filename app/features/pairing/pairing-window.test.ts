import { describe, expect, test } from 'vitest';
import { CLOSED_PAIRING_WINDOW, changePairingWindow, openPairingWindow } from './pairing-window';

describe('pairing window', () => {
  test('nothing is downloaded and no footer shown to begin with', () => {
    expect(CLOSED_PAIRING_WINDOW).toEqual({ status: 'idle', wasMdmDownloaded: false, hasModalFooter: false });
  });

  test('opening is pending, then fulfilled, which sets the downloaded flag; a check resets it', () => {
    const pending = changePairingWindow(CLOSED_PAIRING_WINDOW, 'opening');
    expect(pending).toMatchObject({ status: 'pending', wasMdmDownloaded: false });
    const open = changePairingWindow(pending, 'opened');
    expect(open).toEqual({ status: 'fulfilled', wasMdmDownloaded: true, hasModalFooter: true });
    expect(changePairingWindow(open, 'checked')).toMatchObject({ wasMdmDownloaded: false, hasModalFooter: true });
  });

  test('a window that does not open sets no flag', () => {
    expect(changePairingWindow(changePairingWindow(CLOSED_PAIRING_WINDOW, 'opening'), 'failed')).toEqual(CLOSED_PAIRING_WINDOW);
  });

  test.each([
    ['a window', () => ({}), true],
    ['null from the browser', () => null, false],
    [
      'an exception',
      () => {
        throw new Error('blocked');
      },
      false,
    ],
  ])('%s', (_name, open, expected) => {
    expect(openPairingWindow(open, 'https://api.example/pairing')).toBe(expected);
  });
});
