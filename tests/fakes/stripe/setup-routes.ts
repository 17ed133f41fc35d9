import type Stripe from 'stripe';
import { type Account, get, newId } from './account.ts';
import { emit } from './events.ts';
import type { Endpoint, Portal } from './plain.ts';
import { PAGE, pageOf, type Route, route } from './routes.ts';

const toggle = { enabled: 'boolean' } as const;

/** The customer portal and webhook endpoints. */
export const SETUP_ROUTES: Array<Route> = [
  route<Stripe.BillingPortal.ConfigurationCreateParams>(
    'POST',
    '/v1/billing_portal/configurations',
    {
      name: 'string',
      metadata: 'metadata',
      default_return_url: 'string',
      business_profile: { headline: 'string', privacy_policy_url: 'string', terms_of_service_url: 'string' },
      features: {
        customer_update: { ...toggle, allowed_updates: [{ oneOf: ['email', 'address', 'name', 'phone', 'shipping', 'tax_id'] }] },
        invoice_history: toggle,
        payment_method_update: toggle,
        subscription_cancel: toggle,
        subscription_update: toggle,
      },
    },
    (account, params) => createPortal(account, params),
  ),
  route<Stripe.BillingPortal.ConfigurationListParams>(
    'GET',
    '/v1/billing_portal/configurations',
    { ...PAGE, active: 'boolean' },
    (account, params) => pageOf('/v1/billing_portal/configurations', account.portals.values(), params),
  ),
  route<Stripe.WebhookEndpointCreateParams>(
    'POST',
    '/v1/webhook_endpoints',
    { url: 'string', enabled_events: ['string'], api_version: 'string', description: 'string', metadata: 'metadata' },
    (account, params) => {
      const id = newId(account, 'we');
      const endpoint: Endpoint = {
        id,
        object: 'webhook_endpoint',
        api_version: params.api_version ?? null,
        application: null,
        created: account.now,
        description: params.description || null,
        enabled_events: params.enabled_events,
        livemode: false,
        metadata: (params.metadata ?? {}) as Record<string, string>,
        status: 'enabled',
        url: params.url,
      };
      account.endpoints.set(id, endpoint);
      account.secrets.set(id, `whsec_${id}`);
      // Stripe returns the secret only here.
      return { ...endpoint, secret: `whsec_${id}` };
    },
  ),
  route<Stripe.WebhookEndpointUpdateParams>(
    'POST',
    '/v1/webhook_endpoints/{id}',
    { url: 'string', enabled_events: ['string'], disabled: 'boolean', metadata: 'metadata', description: 'string' },
    (account, { disabled, ...params }, id) => {
      const endpoint = Object.assign(get(account.endpoints, 'webhook endpoint', id), params);
      if (disabled !== undefined) endpoint.status = disabled ? 'disabled' : 'enabled';
      return endpoint;
    },
  ),
  route<Stripe.WebhookEndpointListParams>('GET', '/v1/webhook_endpoints', PAGE, (account, params) =>
    pageOf('/v1/webhook_endpoints', account.endpoints.values(), params),
  ),
];

function createPortal(account: Account, params: Stripe.BillingPortal.ConfigurationCreateParams): Portal {
  const { features, business_profile: profile } = params;
  const portal: Portal = {
    id: newId(account, 'bpc'),
    object: 'billing_portal.configuration',
    active: true,
    application: null,
    business_profile: {
      headline: profile?.headline || null,
      privacy_policy_url: profile?.privacy_policy_url ?? null,
      terms_of_service_url: profile?.terms_of_service_url ?? null,
    },
    created: account.now,
    default_return_url: params.default_return_url || null,
    features: {
      customer_update: { allowed_updates: [], enabled: features.customer_update?.enabled ?? false },
      invoice_history: { enabled: features.invoice_history?.enabled ?? false },
      payment_method_update: { enabled: features.payment_method_update?.enabled ?? false, payment_method_configuration: null },
      subscription_cancel: {
        cancellation_reason: { enabled: false, feedback_options: null, options: [] },
        enabled: features.subscription_cancel?.enabled ?? false,
        mode: 'at_period_end',
        proration_behavior: 'none',
      },
      subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
      subscription_update: {
        billing_cycle_anchor: null,
        default_allowed_updates: [],
        enabled: features.subscription_update?.enabled ?? false,
        proration_behavior: 'none',
        schedule_at_period_end: { conditions: [] },
        trial_update_behavior: 'continue_trial',
      },
    },
    is_default: account.portals.size === 0,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: (params.metadata ?? {}) as Record<string, string>,
    name: params.name || null,
    updated: account.now,
  };
  account.portals.set(portal.id, portal);
  emit(account, 'billing_portal.configuration.created', portal);
  return portal;
}
