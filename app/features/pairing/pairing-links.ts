import styles from './pairing-pages.css?url';

/** The stylesheet of the pages that add a child or pair a device. */
export function links() {
  return [{ rel: 'stylesheet', href: styles }];
}
