import styles from './showcase-pages.css?url';

/** The stylesheet of the showcase. */
export function links() {
  return [{ rel: 'stylesheet', href: styles }];
}
