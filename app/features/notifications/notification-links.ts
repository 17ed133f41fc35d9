import styles from './notification-pages.css?url';

/** The stylesheet of the pages that list notifications. */
export function links() {
  return [{ rel: 'stylesheet', href: styles }];
}
