import styles from './visitor-pages.css?url';

/** The stylesheet of the landing and sign-up pages. */
export function links() {
  return [{ rel: 'stylesheet', href: styles }];
}
