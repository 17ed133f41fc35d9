import styles from './manage-pages.css?url';

/** The stylesheet of the pages below /manage. */
export const manageLinks = [{ rel: 'stylesheet', href: styles }];
