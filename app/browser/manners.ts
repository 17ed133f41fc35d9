import { keepFocus } from './kept-focus';
import { dropSecondTaps } from './second-tap';

/** What holds on every page and need not be there at once. */
export function mindManners(): void {
  dropSecondTaps(window);
  keepFocus(document);
}
