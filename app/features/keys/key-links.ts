import styles from './key-pages.css?url';

/** The stylesheet of the pages of the account key. */
export function links() {
  return [{ rel: 'stylesheet', href: styles }];
}
