import type { Stripe, StripeError } from '@stripe/stripe-js';
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

/**
 * Asks the parent’s bank to confirm a payment. Stripe forgets the card of a payment that was declined, so that needs the card again.
 * @throws Error if Stripe’s script can’t be loaded
 */
export async function confirmPayment(
  payment: { clientSecret: string; publishableKey: string; cardId: string | null; isDeclined: boolean },
  language: string,
): Promise<{ error?: StripeError | undefined }> {
  const { clientSecret, publishableKey, cardId, isDeclined } = payment;
  const stripe = await openStripe(publishableKey, language);
  if (!isDeclined || cardId === null) return stripe.handleNextAction({ clientSecret });
  return stripe.confirmCardPayment(clientSecret, { payment_method: cardId });
}
