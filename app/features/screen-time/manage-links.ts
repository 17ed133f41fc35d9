import styles from './manage-pages.css?url';

/** The stylesheet of the pages below /manage. */
export function links() {
  return [{ rel: 'stylesheet', href: styles }];
}
