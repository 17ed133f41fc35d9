import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createInstance } from 'i18next';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { createMemoryRouter, Form, Link, Outlet, RouterProvider, redirect } from 'react-router-dom';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Dialog } from '#app/components/ui/dialog';
import { i18nOptions } from '#app/i18n';
import { english as en } from '#tests/texts.ts';
import { UnsavedChangesDialog } from './unsaved-changes-dialog';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Frame() {
  return (
    <>
      <Link to="/edit">Edit</Link>
      <Form action="/other" data-discover="true" method="post" replace>
        <button type="submit">Block now</button>
      </Form>
      <form action="/logout" method="post">
        <button type="submit">Log out</button>
      </form>
      <Outlet />
      <UnsavedChangesDialog />
    </>
  );
}

function Editor() {
  return (
    <Form data-discover="true" method="post" replace>
      <Dialog foot={<button type="submit">Save</button>} title="Child" wayOut={{ label: 'Cancel', to: '/' }}>
        <input aria-label="Name" defaultValue="Mia" name="name" />
        <Link to="/stay">Elsewhere</Link>
      </Dialog>
    </Form>
  );
}

/** Opens an editor over the list. Its action waits for `answer` and refuses the name «no». */
async function openEditor(answer: Promise<void> = Promise.resolve()) {
  const i18n = createInstance();
  await i18n.use(initReactI18next).init({ ...i18nOptions, lng: 'en', resources: { en: { common: en } } });
  const action = async ({ request }: { request: Request }) => {
    const name = (await request.formData()).get('name');
    await answer;
    return name === 'no' ? { error: 'no' } : redirect(name === 'here' ? '/edit' : '/');
  };
  const children = [
    { index: true, element: <p>list</p> },
    { path: 'edit', action, element: <Editor /> },
    { path: 'other', action: () => redirect('/edit') },
    { path: 'stay', element: <p>elsewhere</p> },
  ];
  const router = createMemoryRouter([{ path: '/', element: <Frame />, children }]);
  vi.stubGlobal('__remixRouter', router);
  render(
    <I18nextProvider i18n={i18n}>
      <RouterProvider router={router} />
    </I18nextProvider>,
  );
  fireEvent.click(screen.getByText('Edit'));
  await screen.findByRole('dialog', { name: 'Child' });
  return router;
}

function type(value: string): void {
  const field = screen.getByLabelText('Name');
  fireEvent.focusIn(field);
  fireEvent.input(field, { target: { value } });
}

const asked = () => screen.queryByRole('dialog', { name: 'Discard your changes?' });
const pressEscape = () => fireEvent.keyDown(screen.getByRole('dialog', { name: 'Child' }), { key: 'Escape' });
const list = () => screen.findByText('list');

/** True if the browser would ask before leaving the page. */
function asksBrowser(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

describe('UnsavedChangesDialog', () => {
  test('does not ask about an editor without changes or with reverted changes', async () => {
    await openEditor();
    fireEvent.focusIn(screen.getByLabelText('Name'));
    expect(asksBrowser()).toBe(false);
    pressEscape();
    await list();
    fireEvent.click(screen.getByText('Edit'));
    await screen.findByRole('dialog', { name: 'Child' });
    type('Leo');
    type('Mia');
    fireEvent.click(screen.getByRole('link', { name: 'Cancel' }));
    await list();
    expect(asked()).toBeNull();
  });

  test('asks once for every way to leave unsaved changes, and keeps the changes on request', async () => {
    const router = await openEditor();
    type('Leo');
    expect(asksBrowser()).toBe(true);
    const ways = [
      pressEscape,
      () => fireEvent.click(screen.getByRole('link', { name: 'Cancel' })),
      () => fireEvent.click(screen.getByText('Edit')),
      () => void router.navigate(-1),
    ];
    for (const leave of ways) {
      leave();
      await waitFor(() => expect(asked()).not.toBeNull());
      fireEvent.click(screen.getByRole('button', { name: 'Keep editing' }));
      expect(asked()).toBeNull();
      expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Leo');
    }
    void router.navigate(-1);
    await waitFor(() => expect(asked()).not.toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
    await list();
    expect([asked(), asksBrowser()]).toEqual([null, false]);
  });

  test('asks about refused changes, but not about saved ones', async () => {
    const router = await openEditor();
    type('no');
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(router.state.navigation.state).toBe('idle'));
    pressEscape();
    await waitFor(() => expect(asked()).not.toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Keep editing' }));
    type('Leo');
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await list();
    expect([asked(), asksBrowser()]).toEqual([null, false]);
  });

  test('waits for a pending save: follows the link after success, asks after a refusal', async () => {
    for (const [name, isRefused] of [
      ['here', false],
      ['no', true],
    ] as const) {
      let say = () => {};
      const router = await openEditor(new Promise((resolve) => (say = resolve)));
      type(name);
      fireEvent.click(screen.getByRole('button', { name: 'Save' }));
      await waitFor(() => expect(router.state.navigation.state).toBe('submitting'));
      expect(asksBrowser()).toBe(false);
      fireEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
      expect([asked(), router.state.navigation.state]).toEqual([null, 'submitting']);
      say();
      await waitFor(() => (isRefused ? expect(asked()).not.toBeNull() : screen.getByText('elsewhere')));
      expect(asked() !== null).toBe(isRefused);
      cleanup();
    }
  });

  test('closes the question when the changes are saved', async () => {
    const router = await openEditor();
    type('here');
    pressEscape();
    await waitFor(() => expect(asked()).not.toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Save', hidden: true }));
    await waitFor(() => expect(asked()).toBeNull());
    expect([router.state.location.pathname, asksBrowser()]).toEqual(['/edit', false]);
  });

  test('keeps asking after another form was sent or after this form’s submission was canceled', async () => {
    const router = await openEditor();
    type('Leo');
    const form = screen.getByLabelText('Name').closest('form');
    form?.addEventListener('submit', (event) => event.preventDefault(), { once: true });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(asksBrowser()).toBe(true);
    const { key } = router.state.location;
    fireEvent.click(screen.getByRole('button', { name: 'Block now', hidden: true }));
    await waitFor(() => expect([router.state.location.key === key, router.state.navigation.state]).toEqual([false, 'idle']));
    expect([screen.getByLabelText('Name'), asksBrowser()]).toEqual([expect.objectContaining({ value: 'Leo' }), true]);
  });

  test('asks before logout, and logs out after confirmation', async () => {
    await openEditor();
    const sent: Array<string> = [];
    const hear = (event: SubmitEvent) => {
      event.preventDefault();
      sent.push(event.submitter?.textContent ?? '');
    };
    document.addEventListener('submit', hear);
    type('Leo');
    const logOut = () => fireEvent.click(screen.getByRole('button', { name: 'Log out', hidden: true }));
    logOut();
    await waitFor(() => expect(asked()).not.toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Keep editing' }));
    expect([sent, asksBrowser()]).toEqual([[], true]);
    logOut();
    await waitFor(() => expect(asked()).not.toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
    document.removeEventListener('submit', hear);
    expect([sent, asksBrowser()]).toEqual([['Log out'], false]);
  });

  test('asks only once when Back follows a link’s question, and applies the answer', async () => {
    const router = await openEditor();
    type('Leo');
    fireEvent.click(screen.getByRole('link', { name: 'Cancel' }));
    await waitFor(() => expect(asked()).not.toBeNull());
    void router.navigate(-1);
    await router.revalidate();
    fireEvent.click(screen.getByRole('button', { name: 'Keep editing' }));
    await router.revalidate();
    expect(asked()).toBeNull();
    void router.navigate(-1);
    await waitFor(() => expect(asked()).not.toBeNull());
    // Reloading page data does not close the question.
    await router.revalidate();
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
    await list();
  });
});
