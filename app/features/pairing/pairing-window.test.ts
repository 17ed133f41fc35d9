import { describe, expect, test } from 'vitest';
import { CLOSED_PAIRING_WINDOW, changePairingWindow, openPairingWindow } from './pairing-window';

describe('pairing window', () => {
  test('starts without a downloaded profile and without a footer (PAIR-007)', () => {
    expect(CLOSED_PAIRING_WINDOW).toEqual({ status: 'idle', wasMdmDownloaded: false, hasModalFooter: false });
  });

  test('becomes pending, then fulfilled with the downloaded flag; a check resets the flag', () => {
    const pending = changePairingWindow(CLOSED_PAIRING_WINDOW, 'opening');
    expect(pending).toMatchObject({ status: 'pending', wasMdmDownloaded: false });
    const open = changePairingWindow(pending, 'opened');
    expect(open).toEqual({ status: 'fulfilled', wasMdmDownloaded: true, hasModalFooter: true });
    expect(changePairingWindow(open, 'checked')).toMatchObject({ wasMdmDownloaded: false, hasModalFooter: true });
  });

  test('does not set the downloaded flag if the window does not open', () => {
    expect(changePairingWindow(changePairingWindow(CLOSED_PAIRING_WINDOW, 'opening'), 'failed')).toEqual(CLOSED_PAIRING_WINDOW);
  });

  test.each([
    ['true for a window', () => ({}), true],
    ['false for null from the browser', () => null, false],
    [
      'false for an exception',
      () => {
        throw new Error('blocked');
      },
      false,
    ],
  ])('openPairingWindow returns %s (ERR-047)', (_name, open, expected) => {
    expect(openPairingWindow(open, 'https://api.example/pairing')).toBe(expected);
  });
});
