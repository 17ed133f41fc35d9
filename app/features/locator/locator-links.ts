import styles from './locator.css?url';
import mapStyles from './locator-map.css?url';

/** The stylesheets of the locator, loaded only by its routes. */
export function links() {
  return [styles, mapStyles].map((href) => ({ rel: 'stylesheet', href }));
}
