import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { holdPasswords } from './hold-passwords';

const DEADLINE_MS = 4_000;

// With method=dialog, a form outside a dialog is not sent.
const PAGE = `
  <form data-derives="loading" id="form" method="dialog">
    <input name="password" required type="password" value="secret">
    <button aria-disabled="false" name="intent" value="login">Go</button>
    <button name="intent" value="other">Other</button>
  </form>
  <form id="away" method="dialog"><button value="away">Away</button></form>
  <a href="#elsewhere">Elsewhere</a>`;

/** `submitted`: the buttons of the submits that the page's script received. `allSubmits`: all submit events. */
let submitted: Array<string> = [];
let allSubmits: Array<SubmitEvent> = [];
let ending = new AbortController();

/** A window that registers its listeners with a signal, to remove them after each test. All test files share the real window. */
const page = {
  setTimeout: (...args: Parameters<typeof setTimeout>) => setTimeout(...args),
  clearTimeout: (timer: ReturnType<typeof setTimeout>) => clearTimeout(timer),
  addEventListener: (type: string, listener: EventListener, capture = false) =>
    window.addEventListener(type, listener, { capture, signal: ending.signal }),
};

const buttonOf = ({ submitter }: SubmitEvent) => (submitter instanceof HTMLButtonElement ? submitter.value : '');

beforeEach(() => {
  [submitted, allSubmits, ending] = [[], [], new AbortController()];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  document.body.innerHTML = PAGE;
  window.addEventListener('submit', (event) => allSubmits.push(event), { capture: true, signal: ending.signal });
  document.addEventListener('submit', (event) => submitted.push(buttonOf(event)), { signal: ending.signal });
  // Runs the function from its source text, as on a page, so that it fails if it uses outer variables.
  new Function('page', `(${holdPasswords})(page, ${DEADLINE_MS})`)(page);
});
afterEach(() => {
  ending.abort();
  document.body.innerHTML = '';
  vi.useRealTimers();
});

function find<Kind extends HTMLElement>(selector: string): Kind {
  const found = document.querySelector<Kind>(selector);
  if (found === null) throw new Error(`There is no ${selector}`);
  return found;
}

const press = (value: string) => find(`[value=${value}]`).click();
const look = () => ['aria-busy', 'aria-disabled'].map((name) => find('[value=login]').getAttribute(name));
/** Returns the buttons of the submits that the browser carried out. */
const sent = () => allSubmits.filter(({ defaultPrevented }) => !defaultPrevented).map(buttonOf);

async function markReady(): Promise<void> {
  find('#form').dataset.derives = 'ready';
  await vi.advanceTimersByTimeAsync(0);
}

describe('holdPasswords', () => {
  test('holds a form until its script is ready, then sends it once with the button that was pressed', async () => {
    for (const value of ['login', 'login', 'other']) press(value);
    expect([submitted, sent(), look()]).toEqual([[], [], ['true', 'true']]);
    await markReady();
    expect([submitted, look()]).toEqual([['login'], [null, 'false']]);
    await vi.advanceTimersByTimeAsync(2 * DEADLINE_MS);
    expect(submitted).toEqual(['login']);
  });

  test('sends a form without script after the deadline, and the script does not receive the submit', async () => {
    press('login');
    await vi.advanceTimersByTimeAsync(DEADLINE_MS - 1);
    expect(sent()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect([submitted, sent(), look()]).toEqual([[], ['login'], ['true', 'true']]);
    // The script becomes ready while the browser waits for the response.
    await markReady();
    expect([submitted, sent()]).toEqual([[], ['login']]);
  });

  test('holds a form again when it is submitted again after the deadline', async () => {
    press('login');
    await vi.advanceTimersByTimeAsync(DEADLINE_MS);
    press('login');
    expect(sent()).toEqual(['login']);
    await vi.advanceTimersByTimeAsync(DEADLINE_MS);
    expect(sent()).toEqual(['login', 'login']);
  });

  test('does not send a form that is invalid at the deadline, and restores its button', async () => {
    press('login');
    find<HTMLInputElement>('[name=password]').value = '';
    await vi.advanceTimersByTimeAsync(DEADLINE_MS);
    expect([sent(), look()]).toEqual([[], [null, 'false']]);
  });

  test('does not hold a form without a password', () => {
    find('[name=password]').removeAttribute('required');
    find<HTMLInputElement>('[name=password]').value = '';
    press('login');
    expect(submitted).toEqual(['login']);
  });

  test('does not hold a form whose script is ready or that derives nothing', async () => {
    await markReady();
    press('login');
    press('away');
    expect(submitted).toEqual(['login', 'away']);
  });

  test.each(['[value=away]', 'a'])('stops holding when %s is pressed', async (other) => {
    press('login');
    find(other).click();
    expect(look()).toEqual([null, 'false']);
    submitted = [];
    await markReady();
    await vi.advanceTimersByTimeAsync(DEADLINE_MS);
    expect(submitted).toEqual([]);
  });

  test('does not send a form that was removed while held', async () => {
    press('login');
    find('#form').remove();
    await vi.advanceTimersByTimeAsync(DEADLINE_MS);
    expect(sent()).toEqual([]);
  });

  test('restores the button of a page that returns from the back/forward cache', async () => {
    press('login');
    await vi.advanceTimersByTimeAsync(DEADLINE_MS);
    window.dispatchEvent(new Event('pageshow'));
    expect(look()).toEqual([null, 'false']);
  });
});
