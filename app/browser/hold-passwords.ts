/** How a form says whether its derivation is ready: `loading` as the server writes it, `ready` when its script has taken it over. */
export type DerivesMark = 'loading' | 'ready';

/**
 * Holds forms that derive their passwords (`data-derives`) until their script is ready, so that no typed password leaves a browser that is
 * about to derive it. One without a password is not held: the server says what is missing. A held form is sent once, with the button that was pressed: through its script when that is ready, or after
 * `deadlineMs` as without script. Another form or a link ends the wait. Runs inline before anything else is loaded, so it may use nothing
 * outside itself.
 */
export function holdPasswords(page: Window, deadlineMs: number): void {
  type Held = { form: HTMLFormElement; button: HTMLElement | null; end: () => void };
  let held: Held | null = null;
  let passing: HTMLFormElement | null = null;
  let restoreLook = () => {};

  if (typeof HTMLFormElement.prototype.requestSubmit !== 'function') return;
  page.addEventListener('submit', onSubmit, true);
  page.addEventListener('click', ({ target }) => target instanceof Element && target.closest('a[href]') !== null && letGo(), true);
  // Back from where it was sent to, by the browser's own memory.
  page.addEventListener('pageshow', () => restoreLook());

  function onSubmit(event: SubmitEvent): void {
    const { target: form, submitter: button } = event;
    if (!(form instanceof HTMLFormElement)) return;
    if (form === passing) {
      // The script that has not taken it over yet must not see it either.
      event.stopImmediatePropagation();
      return;
    }
    if (form.dataset.derives !== 'loading' || !hasPassword(form)) {
      if (form !== held?.form) letGo();
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    if (held?.form !== form) hold(form, button);
  }

  function hasPassword(form: HTMLFormElement): boolean {
    return [...form.querySelectorAll<HTMLInputElement>('input[type=password]')].some(({ value }) => value !== '');
  }

  function hold(form: HTMLFormElement, button: HTMLElement | null): void {
    letGo();
    showBusy(button);
    const watcher = new MutationObserver(() => {
      if (form.dataset.derives === 'loading') return;
      letGo();
      send(form, button);
    });
    watcher.observe(form, { attributes: true, attributeFilter: ['data-derives'] });
    const timer = page.setTimeout(() => {
      letGo();
      showBusy(button);
      passing = form;
      send(form, button);
      passing = null;
    }, deadlineMs);
    const end = () => {
      watcher.disconnect();
      page.clearTimeout(timer);
      restoreLook();
    };
    held = { form, button, end };
  }

  function letGo(): void {
    held?.end();
    held = null;
  }

  function send(form: HTMLFormElement, button: HTMLElement | null): void {
    // What was drawn anew in the meantime is another form, which can be sent again by hand.
    if (form.isConnected) form.requestSubmit(button?.isConnected ? button : null);
  }

  function showBusy(button: HTMLElement | null): void {
    const names = ['aria-busy', 'aria-disabled'];
    const before = names.map((name) => button?.getAttribute(name) ?? null);
    for (const name of names) button?.setAttribute(name, 'true');
    restoreLook = () => {
      restoreLook = () => {};
      for (const [index, name] of names.entries()) {
        const value = before[index] ?? null;
        if (value === null) button?.removeAttribute(name);
        else button?.setAttribute(name, value);
      }
    };
  }
}
