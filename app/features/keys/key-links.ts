import styles from './key-pages.css?url';

/** The stylesheet of the pages of the account key. */
export const keyLinks = [{ rel: 'stylesheet', href: styles }];
