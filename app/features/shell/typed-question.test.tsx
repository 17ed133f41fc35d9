import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createInstance } from 'i18next';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { createMemoryRouter, Form, Link, Outlet, RouterProvider, redirect } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { Dialog } from '~/components/ui/dialog';
import { i18nOptions } from '~/i18n';
import { english as en } from '../../../tests/texts.ts';
import { TypedQuestion } from './typed-question';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Frame() {
  return (
    <>
      <Link to="/edit">Edit</Link>
      <Outlet />
      <TypedQuestion />
    </>
  );
}

function Editor() {
  return (
    <Form method="post" replace>
      <Dialog foot={<button type="submit">Save</button>} title="Child" wayOut={{ label: 'Cancel', to: '/' }}>
        <input aria-label="Name" defaultValue="Mia" name="name" />
      </Dialog>
    </Form>
  );
}

/** The list, and an editor over it that is refused «no». */
async function openEditor() {
  const i18n = createInstance();
  await i18n.use(initReactI18next).init({ ...i18nOptions, lng: 'en', resources: { en: { common: en } } });
  const action = async ({ request }: { request: Request }) =>
    (await request.formData()).get('name') === 'no' ? { error: 'no' } : redirect('/');
  const children = [
    { index: true, element: <p>list</p> },
    { path: 'edit', action, element: <Editor /> },
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

const asked = () => screen.queryByRole('dialog', { name: 'Discard what you typed?' });
const pressEscape = () => fireEvent.keyDown(screen.getByRole('dialog', { name: 'Child' }), { key: 'Escape' });
const list = () => screen.findByText('list');

/** Would the browser ask before the page is left? */
function asksBrowser(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

test('an editor that was only looked at is left at once, and so is one whose fields are as they were', async () => {
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

test('what was typed is asked about once, however the editor is left, and stays where that is wished', async () => {
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

test('what is saved is not asked about, what was refused is', async () => {
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
