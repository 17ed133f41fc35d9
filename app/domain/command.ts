/** The states of a command (A118). «saved» and «sent» are open; the other states are final. */
export type CommandState = 'saved' | 'sent' | 'confirmed' | 'failed' | 'expired' | 'superseded' | 'cancelled';

/** Commands that change a child's state. They never expire: an offline device applies the newest one when it is back online (S24). */
export type CommandAction = 'block' | 'grant' | 'lift' | 'rules' | 'pause' | 'resume';

/** Requests without a response expire after this time, in ms (S24). */
export const REQUEST_LIFE_MS = 10 * 60 * 1000;

/** Minimum time between two requests for device information, per device, in ms (9.2.3, 7.16.3). */
export const DEVICE_INFO_THROTTLE_MS = 6 * 60 * 1000;

/** Minimum time between two requests to install the child app, in ms (9.2.16, 4.6.6). */
export const INSTALL_LOCK_MS = 45_000;

/**
 * Returns true if a command may change between these states (A118). Final states never change. A saved command can be confirmed, because
 * the device may confirm before `sent` is recorded.
 */
export function canMove(from: CommandState, to: CommandState): boolean {
  if (!isOpen(from)) return false;
  return to !== 'saved' && to !== from;
}

/** Returns true if the state is not final (A118). */
export function isOpen(state: CommandState): boolean {
  return state === 'saved' || state === 'sent';
}
