import type { TestCard } from './cards.ts';
import type {
  Coupon,
  Customer,
  Discount,
  Endpoint,
  Event,
  Invoice,
  PaymentIntent,
  PaymentMethod,
  Portal,
  Price,
  Product,
  Schedule,
  Session,
  SetupIntent,
  Subscription,
} from './plain.ts';
import { missing } from './refusal.ts';

/** An event on its way to an endpoint. `attempts`: how often it was sent without a 2xx answer. */
export type Delivery = { id: string; endpoint: string; url: string; event: Event; payload: string; attempts: number };

/** A fault of the next `times` calls that match `call`, such as `POST /v1/subscriptions`. */
export type Fault = {
  call: string;
  times: number;
  /**
   * `outage`: 503, nothing done. `cut`: connection closed, nothing done. `error_after`: done, then 500, which is stored under the key.
   * `cut_after`: done, then closed. `delay`: answers after `ms`.
   */
  kind: 'outage' | 'cut' | 'error_after' | 'cut_after' | 'delay';
  ms?: number;
};

/** A payment, which tests compare with quotes. `amount`: cents. `at`: epoch seconds. */
export type Charge = { at: number; customer: string; invoice: string; amount: number };

export type Reply = { fingerprint: string; status: number; body: string };

/** One Stripe account with its own clock and data. Instants in epoch seconds. */
export type Account = {
  name: string;
  origin: string;
  now: number;
  count: number;
  customers: Map<string, Customer>;
  products: Map<string, Product>;
  prices: Map<string, Price>;
  coupons: Map<string, Coupon>;
  discounts: Map<string, Discount>;
  sessions: Map<string, Session>;
  subscriptions: Map<string, Subscription>;
  schedules: Map<string, Schedule>;
  invoices: Map<string, Invoice>;
  methods: Map<string, PaymentMethod>;
  intents: Map<string, PaymentIntent>;
  setups: Map<string, SetupIntent>;
  portals: Map<string, Portal>;
  endpoints: Map<string, Endpoint>;
  /** Signing secrets by endpoint. */
  secrets: Map<string, string>;
  events: Array<Event>;
  deliveries: Array<Delivery>;
  /** Cards by payment method: what they do, and whether 3-D Secure was confirmed. */
  cards: Map<string, { card: TestCard; isConfirmed: boolean }>;
  usedTokens: Set<string>;
  /** What checkout sessions create, by session. */
  orders: Map<string, { price: string; coupon: string | null; trialDays: number; metadata: Record<string, string> }>;
  /** Subscriptions that got `trial_will_end`. */
  warned: Set<string>;
  /** Changes that wait for the payment of an invoice, by subscription. */
  waiting: Map<string, { invoice: string; apply: () => void }>;
  charges: Array<Charge>;
  replies: Map<string, Reply>;
  faults: Array<Fault>;
  /** What happens to a subscription when the last retry has failed. */
  afterRetries: 'canceled' | 'unpaid';
  /** `auto` sends webhooks immediately, `hold` keeps them until a test delivers them. */
  webhooks: 'auto' | 'hold';
};

export function createAccount(name: string, origin: string): Account {
  return {
    name,
    origin,
    now: Math.floor(Date.now() / 1000),
    count: 0,
    customers: new Map(),
    products: new Map(),
    prices: new Map(),
    coupons: new Map(),
    discounts: new Map(),
    sessions: new Map(),
    subscriptions: new Map(),
    schedules: new Map(),
    invoices: new Map(),
    methods: new Map(),
    intents: new Map(),
    setups: new Map(),
    portals: new Map(),
    endpoints: new Map(),
    secrets: new Map(),
    events: [],
    deliveries: [],
    cards: new Map(),
    usedTokens: new Set(),
    orders: new Map(),
    warned: new Set(),
    waiting: new Map(),
    charges: [],
    replies: new Map(),
    faults: [],
    afterRetries: 'canceled',
    webhooks: 'hold',
  };
}

/** Returns a new id. It contains the name of the account, so that pages find the account. */
export function newId(account: Account, prefix: string): string {
  account.count += 1;
  return `${prefix}_${account.name}x${String(account.count).padStart(6, '0')}`;
}

/**
 * Returns the object with this id.
 * @throws StripeRefusal 404 if there is none
 */
export function get<T>(all: Map<string, T>, kind: string, id: string): T {
  const found = all.get(id);
  if (found === undefined) throw missing(kind, id);
  return found;
}

/** Returns the id of a field that may be expanded. The fake stores ids only. */
export function idOf(field: string | { id: string } | null | undefined): string {
  if (typeof field === 'string') return field;
  return field?.id ?? '';
}
