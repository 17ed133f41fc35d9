import { ignoreDoubleTaps } from './double-tap';
import { restoreFocus } from './restore-focus';

/** What holds on every page and need not be there at once. */
export function installPageBehaviors(): void {
  ignoreDoubleTaps(window);
  restoreFocus(document);
}
