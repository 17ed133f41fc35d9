import styles from './settings-page.css?url';

/** The stylesheet of the settings of screenshots, loaded only by their route. */
export function links() {
  return [{ rel: 'stylesheet', href: styles }];
}
