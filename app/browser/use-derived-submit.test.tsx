import { useActionData } from '@remix-run/react';
import { createRemixStub } from '@remix-run/testing';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import vectors from '#app/keys/vectors.json';
import { useDerivedSubmit } from './use-derived-submit';

// Deriving takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });
const PATIENCE = { timeout: 50_000 };

const [VECTOR] = vectors;
const { email, password, authKey } = VECTOR ?? { email: '', password: '', authKey: '' };

let posted: Array<Record<string, string>> = [];
let isRight = true;
let wantsTyped: Array<boolean> = [];
let beside: ((fields: FormData) => Promise<void>) | undefined;

function Page() {
  const reply = useActionData<{ wantsTyped: boolean }>();
  const derived = useDerivedSubmit({
    validate: async () => isRight,
    sources: (fields) => ({ password: { kind: 'password', email: String(fields.get('email')) } }),
    ...(beside === undefined ? {} : { parallelWork: beside }),
    wantsTyped: reply?.wantsTyped === true,
  });
  return (
    <form action="/" data-state={derived.state} data-testid="form" method="post" {...derived.form}>
      <input defaultValue={email} name="email" />
      <input defaultValue={password} name="password" />
      <button name="intent" type="submit" value="login">
        Go
      </button>
    </form>
  );
}

async function show() {
  const action = async ({ request }: { request: Request }) => {
    posted.push(Object.fromEntries([...(await request.formData())].map(([name, value]) => [name, String(value)])));
    return { wantsTyped: wantsTyped.shift() ?? false };
  };
  const Stub = createRemixStub([{ path: '/', Component: Page, action }]);
  render(<Stub />);
  return screen.findByTestId('form');
}

beforeEach(() => {
  posted = [];
  isRight = true;
  wantsTyped = [];
  beside = undefined;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('useDerivedSubmit', () => {
  test('posts the derived value, the button and the other fields, but not the typed value', async () => {
    const form = await show();
    fireEvent.click(screen.getByText('Go'));
    await waitFor(() => expect(form.dataset.state).toBe('deriving'), PATIENCE);
    await waitFor(() => expect(posted).toEqual([{ email, password_derived: authKey, intent: 'login' }]), PATIENCE);
    await waitFor(() => expect(form.dataset.state).toBe('idle'), PATIENCE);
  });

  test('neither derives nor sends an invalid form, because the server cannot check the length of a derived value', async () => {
    isRight = false;
    const form = await show();
    fireEvent.click(screen.getByText('Go'));
    await waitFor(() => expect(form.dataset.state).toBe('idle'));
    await new Promise((done) => setImmediate(done));
    expect(posted).toEqual([]);
  });

  test('ignores a second press while deriving', async () => {
    await show();
    fireEvent.click(screen.getByText('Go'));
    fireEvent.click(screen.getByText('Go'));
    await waitFor(() => expect(posted).toHaveLength(1), PATIENCE);
    await waitFor(() => expect(screen.getByTestId('form').dataset.state).toBe('idle'), PATIENCE);
    expect(posted).toHaveLength(1);
  });

  test('sends the form again with the typed password if asked, but only once (AUTH-005)', async () => {
    wantsTyped = [true, true];
    await show();
    fireEvent.click(screen.getByText('Go'));
    await waitFor(() => expect(posted).toHaveLength(2), PATIENCE);
    expect(posted[1]).toEqual({ email, password, intent: 'login', password_scheme: 'legacy' });
    await new Promise((done) => setImmediate(done));
    expect(posted).toHaveLength(2);
  });

  test('sends nothing and reports the state «failed» if the code cannot be loaded', async () => {
    beside = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
    const form = await show();
    fireEvent.click(screen.getByText('Go'));
    await waitFor(() => expect(form.dataset.state).toBe('failed'), PATIENCE);
    expect(posted).toEqual([]);
  });

  test('posts the typed value if WebCrypto is missing', async () => {
    vi.stubGlobal('crypto', { getRandomValues: globalThis.crypto.getRandomValues.bind(globalThis.crypto) });
    await show();
    fireEvent.click(screen.getByText('Go'));
    await waitFor(() => expect(posted).toEqual([{ email, password, intent: 'login' }]), PATIENCE);
  });
});
