import styles from './plans-pages.css?url';

/** The stylesheet of the pages about the plan, loaded only by their routes. */
export function links() {
  return [{ rel: 'stylesheet', href: styles }];
}
