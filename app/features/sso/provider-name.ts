/** The two providers, as components name them. */
export type ProviderName = 'apple' | 'google';
