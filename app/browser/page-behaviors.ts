import { ignoreDoubleTaps } from './double-tap';
import { restoreFocus } from './restore-focus';

/** Installs the page behaviors that load after hydration. */
export function installPageBehaviors(): void {
  ignoreDoubleTaps(window);
  restoreFocus(document);
}
