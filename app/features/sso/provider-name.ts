/** Provider names used by components. */
export type ProviderName = 'apple' | 'google';
