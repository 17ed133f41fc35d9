import styles from './showcase-pages.css?url';

/** The stylesheet of the showcase. */
export const showcaseLinks = [{ rel: 'stylesheet', href: styles }];
