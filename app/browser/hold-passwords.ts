/** Whether a form can derive its password: `loading` in the server's HTML, `ready` after hydration. */
export type DerivesMark = 'loading' | 'ready';

/**
 * Holds submits of forms with `data-derives` until their script can derive the password. The typed password then does not leave the
 * browser. Sends a held form once with its pressed button: by script when ready, or after `deadlineMs` without script, with the typed
 * password. Ignores forms without a typed password. Another form or a link ends the hold. Runs inline before other code loads, so it must
 * not use outer variables.
 */
export function holdPasswords(page: Window, deadlineMs: number): void {
  type Held = { form: HTMLFormElement; button: HTMLElement | null; end: () => void };
  let held: Held | null = null;
  let passing: HTMLFormElement | null = null;
  let restoreLook = () => {};

  if (typeof HTMLFormElement.prototype.requestSubmit !== 'function') return;
  page.addEventListener('submit', onSubmit, true);
  page.addEventListener('click', ({ target }) => target instanceof Element && target.closest('a[href]') !== null && release(), true);
  // Also fires when the page returns from the back/forward cache.
  page.addEventListener('pageshow', () => restoreLook());

  function onSubmit(event: SubmitEvent): void {
    const { target: form, submitter: button } = event;
    if (!(form instanceof HTMLFormElement)) return;
    if (form === passing) {
      passing = null;
      // The page's script is not ready and must not receive this submit.
      event.stopImmediatePropagation();
      return;
    }
    if (form.dataset.derives !== 'loading' || !hasPassword(form)) {
      if (form !== held?.form) release();
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
    release();
    showBusy(button);
    const watcher = new MutationObserver(() => {
      if (form.dataset.derives === 'loading') return;
      release();
      send(form, button);
    });
    watcher.observe(form, { attributes: true, attributeFilter: ['data-derives'] });
    const timer = page.setTimeout(() => {
      release();
      showBusy(button);
      passing = form;
      send(form, button);
      // No submit event: the browser found an invalid field, so the user must correct it and press again.
      if (passing !== null) restoreLook();
      passing = null;
    }, deadlineMs);
    const end = () => {
      watcher.disconnect();
      page.clearTimeout(timer);
      restoreLook();
    };
    held = { form, button, end };
  }

  function release(): void {
    held?.end();
    held = null;
  }

  function send(form: HTMLFormElement, button: HTMLElement | null): void {
    // If React has replaced the form, the user must submit the new one.
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
