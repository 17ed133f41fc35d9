import { expect, inject, test } from 'vitest';
import { controlStripe } from '#tests/fakes/stripe/control';
import { createStripeProvider } from './stripe-provider';

test('smoke', async () => {
  const origin = inject('stripeOrigin');
  const control = controlStripe(origin, 'sk_test_smoke');
  expect((await control.state()).customers).toBe(0);
  const provider = createStripeProvider({
    secretKey: 'sk_test_smoke',
    publishableKey: 'pk_test_smoke',
    webhookSecret: null,
    hasTax: false,
    apiUrl: new URL(origin),
  });
  const customer = await provider.ensureCustomer('acc', 'a@b.example');
  expect(customer).toMatchObject({ ok: true });
  expect(await provider.ensureCustomer('acc', 'a@b.example')).toEqual(customer);
});
