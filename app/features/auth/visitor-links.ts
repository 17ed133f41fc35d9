import styles from './visitor-pages.css?url';

/** The stylesheet of the landing and sign-up pages. */
export const visitorLinks = [{ rel: 'stylesheet', href: styles }];
