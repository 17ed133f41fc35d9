import { ignoreDoubleTaps } from './double-tap';
import { restoreFocus } from './restore-focus';

/** Page behaviors that load after hydration. */
export function installPageBehaviors(): void {
  ignoreDoubleTaps(window);
  restoreFocus(document);
}
