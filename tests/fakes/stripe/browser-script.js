// A stand-in for https://js.stripe.com/endive/stripe.js: the calls of Stripe’s script that our pages make, against the fake Stripe. As with
// Stripe, the card is typed into a frame of js.stripe.com, and payments go to api.stripe.com, so the pages’ Content-Security-Policy applies.
(() => {
  const FRAMES = 'https://js.stripe.com/fake-frame.html';
  const API = 'https://api.stripe.com/fake/';

  /** Opens a frame in `parent`. `ask` sends it a message and resolves with its answer. */
  function openFrame(parent, kind) {
    const frame = document.createElement('iframe');
    frame.src = `${FRAMES}?${kind}`;
    frame.title = kind === 'card' ? 'Secure payment input frame' : 'Bank confirmation';
    frame.style.width = '100%';
    parent.append(frame);
    const loaded = new Promise((done) => frame.addEventListener('load', done, { once: true }));
    const answer = () =>
      new Promise((done) => {
        const hear = (event) => {
          if (event.source !== frame.contentWindow) return;
          window.removeEventListener('message', hear);
          done(event.data);
        };
        window.addEventListener('message', hear);
      });
    return {
      frame,
      loaded,
      answer,
      ask: async (message) => {
        await loaded;
        const answered = answer();
        frame.contentWindow.postMessage(message, 'https://js.stripe.com');
        return answered;
      },
    };
  }

  async function call(order, body) {
    return (await fetch(API + order, { method: 'POST', body: JSON.stringify(body) })).json();
  }

  /** Shows the bank’s question and returns the parent’s choice. */
  async function challenge() {
    const opened = openFrame(document.body, 'challenge');
    const choice = await opened.answer();
    opened.frame.remove();
    return choice;
  }

  function createElements({ clientSecret }) {
    const session = clientSecret.split('_secret_')[0];
    let card = null;
    const listeners = {};
    const element = {
      mount(node) {
        card = openFrame(node, 'card');
        card.loaded.then(() => listeners.ready?.(element));
      },
      on: (event, listener) => {
        listeners[event] = listener;
      },
      off() {},
      update() {},
      unmount() {},
      destroy: () => card?.frame.remove(),
    };
    const pay = async () => {
      const number = await card.ask('number');
      if (number === '') return { type: 'error', error: { code: null, message: 'Your card number is incomplete.' } };
      let result = await call('pay', { session, number });
      if (result.kind === 'challenge') result = await call('pay', { session, number, challenge: await challenge() });
      if (result.kind === 'complete') return { type: 'success', session: { id: session, status: { type: 'complete' } } };
      const paymentFailed = { declineCode: result.declineCode };
      return { type: 'error', error: { code: 'paymentFailed', message: 'Your card was declined.', paymentFailed } };
    };
    return {
      on() {},
      changeAppearance() {},
      loadFonts() {},
      createPaymentElement: () => element,
      getPaymentElement: () => element,
      loadActions: async () => ({
        type: 'success',
        actions: { getSession: () => ({ id: session, canConfirm: true, status: { type: 'open' } }), confirm: pay },
      }),
    };
  }

  window.Stripe = (key, options) => {
    window.fakeStripe = { key, locale: options?.locale };
    return {
      elements() {},
      createToken() {},
      createPaymentMethod() {},
      confirmCardPayment() {},
      _registerWrapper() {},
      registerAppInfo() {},
      initCheckoutElementsSdk: createElements,
      handleNextAction: async ({ clientSecret }) => {
        const { status } = await call('confirm', { secret: clientSecret, challenge: await challenge() });
        if (status === 'paid') return { paymentIntent: { status: 'succeeded' } };
        return { error: { code: 'payment_intent_authentication_failure', message: 'We are unable to authenticate your payment method.' } };
      },
    };
  };
})();
