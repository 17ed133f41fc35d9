type Answer = { kind?: string; declineCode?: string; status?: string };

/**
 * Runs in a page in place of https://js.stripe.com/endive/stripe.js: the calls of Stripe’s script that our pages make, against the fake Stripe.
 * As with Stripe, the card is typed into a frame of js.stripe.com, and payments go to api.stripe.com, so the pages’ Content-Security-Policy
 * applies. Uses nothing outside of itself, because only its source reaches the page.
 */
export function installFakeStripe(): void {
  const openFrame = (parent: Element, kind: 'card' | 'challenge') => {
    const frame = document.createElement('iframe');
    frame.src = `https://js.stripe.com/fake-frame.html?${kind}`;
    frame.title = kind === 'card' ? 'Secure payment input frame' : 'Bank confirmation';
    frame.style.width = '100%';
    const loaded = new Promise<void>((done) => frame.addEventListener('load', () => done(), { once: true }));
    parent.insertAdjacentElement('beforeend', frame);
    const answer = () =>
      new Promise<string>((done) => {
        const onMessage = (event: MessageEvent) => {
          if (event.source !== frame.contentWindow) return;
          window.removeEventListener('message', onMessage);
          done(String(event.data));
        };
        window.addEventListener('message', onMessage);
      });
    return { frame, loaded, answer };
  };
  const call = async (order: string, body: object): Promise<Answer> =>
    (await fetch(`https://api.stripe.com/fake/${order}`, { method: 'POST', body: JSON.stringify(body) })).json();
  const askBank = async () => {
    const { frame, answer } = openFrame(document.body, 'challenge');
    const choice = await answer();
    frame.remove();
    return choice;
  };
  const createElements = ({ clientSecret }: { clientSecret: string }) => {
    const [session] = clientSecret.split('_secret_');
    const listeners = new Map<string, (element: object) => void>();
    let card: ReturnType<typeof openFrame> | null = null;
    const element = {
      mount: (node: Element) => {
        card = openFrame(node, 'card');
        void card.loaded.then(() => listeners.get('ready')?.(element));
      },
      on: (event: string, listener: (element: object) => void) => listeners.set(event, listener),
      off: () => {},
      update: () => {},
      unmount: () => {},
      destroy: () => card?.frame.remove(),
    };
    const readNumber = async () => {
      if (card === null) return '';
      await card.loaded;
      const number = card.answer();
      card.frame.contentWindow?.postMessage('number', 'https://js.stripe.com');
      return number;
    };
    const confirm = async () => {
      const number = await readNumber();
      if (number === '') return { type: 'error', error: { code: null, message: 'Your card number is incomplete.' } };
      const first = await call('pay', { session, number });
      const { kind, declineCode = null } =
        first.kind === 'challenge' ? await call('pay', { session, number, challenge: await askBank() }) : first;
      if (kind === 'complete') return { type: 'success', session: { id: session, status: { type: 'complete' } } };
      return { type: 'error', error: { code: 'paymentFailed', message: 'Your card was declined.', paymentFailed: { declineCode } } };
    };
    return {
      on: () => {},
      changeAppearance: () => {},
      loadFonts: () => {},
      createPaymentElement: () => element,
      getPaymentElement: () => element,
      loadActions: async () => ({
        type: 'success',
        actions: { getSession: () => ({ id: session, canConfirm: true, status: { type: 'open' } }), confirm },
      }),
    };
  };
  const refused = { code: 'payment_intent_authentication_failure', message: 'We are unable to authenticate your payment method.' };
  const confirmPayment = async (secret: string, method: string | null) => {
    // As with Stripe, a payment that was declined has no next action: it needs a card again.
    const { status: before } = await call('confirm', { secret, isAsked: true });
    if (method === null && before !== 'requires_action')
      return { error: { code: 'payment_intent_unexpected_state', message: 'This PaymentIntent has no next action.' } };
    const { status } = await call('confirm', { secret, challenge: await askBank() });
    return status === 'paid' ? { paymentIntent: { status: 'succeeded' } } : { error: refused };
  };
  const create = () => ({
    elements: () => {},
    createToken: () => {},
    createPaymentMethod: () => {},
    _registerWrapper: () => {},
    registerAppInfo: () => {},
    initCheckoutElementsSdk: createElements,
    handleNextAction: ({ clientSecret }: { clientSecret: string }) => confirmPayment(clientSecret, null),
    confirmCardPayment: (clientSecret: string, { payment_method }: { payment_method: string }) =>
      confirmPayment(clientSecret, payment_method),
  });
  Object.assign(window, { Stripe: create });
}
