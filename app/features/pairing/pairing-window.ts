/** State of the window that opens the pairing page on this device (4.6, 3.15.2). */
export type PairingWindow = {
  status: 'idle' | 'pending' | 'fulfilled';
  /** The pairing page was opened, so the profile may have been downloaded. */
  wasMdmDownloaded: boolean;
  /** True while the next step is shown below the link. */
  hasModalFooter: boolean;
};

export const CLOSED_PAIRING_WINDOW: PairingWindow = { status: 'idle', wasMdmDownloaded: false, hasModalFooter: false };

/** Returns the next state. `opened` sets the downloaded flag; `checked` resets it (4.6.1, 4.6.2). */
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

/** Opens the pairing page in a window. Returns false if the browser refuses; never throws (8.2.16). */
export function openPairingWindow(open: (url: string) => unknown, url: string): boolean {
  try {
    return Boolean(open(url));
  } catch {
    return false;
  }
}
