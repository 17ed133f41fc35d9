import styles from './locator.css?url';

/** The stylesheet of the locator, loaded only by its routes. */
export function links() {
  return [{ rel: 'stylesheet', href: styles }];
}
