/** The window in which the pairing page is opened on this very device (4.6, 3.15.2). */
export type PairingWindow = {
  status: 'idle' | 'pending' | 'fulfilled';
  /** The pairing page was opened, so the profile may have been fetched. */
  wasMdmDownloaded: boolean;
  /** Shows what to do next under the link. */
  hasModalFooter: boolean;
};

export const CLOSED_PAIRING_WINDOW: PairingWindow = { status: 'idle', wasMdmDownloaded: false, hasModalFooter: false };

/** Opening is pending, then fulfilled, which sets the downloaded flag; checking the pairing resets it (4.6.1, 4.6.2). */
export function changePairingWindow(state: PairingWindow, event: 'opening' | 'opened' | 'failed' | 'checked'): PairingWindow {
  switch (event) {
    case 'opening':
      return { ...state, status: 'pending' };
    case 'opened':
      return { status: 'fulfilled', wasMdmDownloaded: true, hasModalFooter: true };
    case 'failed':
      return { ...state, status: 'idle' };
    case 'checked':
      return { ...state, wasMdmDownloaded: false };
  }
}

/** Opens the window; false where the browser refuses, never an exception (8.2.16). */
export function openPairingWindow(open: (url: string) => unknown, url: string): boolean {
  try {
    return Boolean(open(url));
  } catch {
    return false;
  }
}
