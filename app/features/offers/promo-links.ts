import styles from './promo-pages.css?url';

/** The stylesheet of the promo pages. */
export function links() {
  return [{ rel: 'stylesheet', href: styles }];
}
