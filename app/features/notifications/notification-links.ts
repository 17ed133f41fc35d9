import styles from './notification-pages.css?url';

/** The stylesheet of the pages that list notifications. */
export const notificationLinks = [{ rel: 'stylesheet', href: styles }];
