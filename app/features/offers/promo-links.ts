import styles from './promo.css?url';

/** The stylesheet of promo pages, loaded only by their route. */
export const promoLinks = [{ rel: 'stylesheet', href: styles }];
