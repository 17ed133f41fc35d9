import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { type Language, toLanguage } from '#app/domain/language';

const LOCALES = {
  de: 'de',
  en: 'en',
  es: 'es',
  fr: 'fr',
  nl: 'nl',
  'pt-br': 'pt-BR',
  'zh-cn': 'zh',
  'zh-tw': 'zh-TW',
} as const satisfies Record<Language, string>;

/**
 * Loads Stripe’s script from js.stripe.com, once per document. `language`: the page’s.
 * @throws Error if it can’t be loaded; a later call tries again
 */
export async function openStripe(publishableKey: string, language: string): Promise<Stripe> {
  const stripe = await loadStripe(publishableKey, { locale: LOCALES[toLanguage(language) ?? 'en'] });
  if (stripe === null) throw new Error('Stripe’s script needs a browser');
  return stripe;
}
