import styles from './gallery-pages.css?url';

/** The stylesheet of the gallery and of its viewer. */
export function links() {
  return [{ rel: 'stylesheet', href: styles }];
}
