import { Link, Outlet, useLocation } from '@remix-run/react';
import { createRemixStub } from '@remix-run/testing';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import type { JSX } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { usePageViews } from './use-page-views';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const ID = '01JBZQ5X2M7W3K8Y4T6V9R0C1D';

function Root({ isOn }: { isOn: boolean }) {
  usePageViews(isOn);
  return (
    <>
      <Link to={`/manage/${ID}/schedule?token=x`}>child</Link>
      <Link to="/my-family">family</Link>
      <Link to="/my-family?device=1">device</Link>
      <Link to="/logout">out</Link>
      <Outlet />
    </>
  );
}

const CountedRoot = () => <Root isOn />;
const UncountedRoot = () => <Root isOn={false} />;
const PageTitle = () => <h1>{useLocation().pathname.split('/')[1]}</h1>;

function open(Component: () => JSX.Element): Array<[string, string]> {
  const sent: Array<[string, string]> = [];
  vi.stubGlobal('navigator', { ...navigator, sendBeacon: (to: string, body: string) => sent.push([to, body]) > 0 });
  const paths = ['manage/:userId/:feature?', 'my-family', 'logout'];
  const children = [{ index: true as const, Component: PageTitle }, ...paths.map((path) => ({ path, Component: PageTitle }))];
  const Stub = createRemixStub([{ path: '/', Component, children }]);
  render(<Stub />);
  return sent;
}

async function follow(name: string, heading: string) {
  screen.getByRole('link', { name }).click();
  await waitFor(() => screen.getByRole('heading', { name: heading }));
}

describe('usePageViews', () => {
  test('sends one event per page reached by script, but none for a document, a detail or logout (2.20)', async () => {
    const sent = open(CountedRoot);
    expect(sent).toEqual([]);
    await follow('child', 'manage');
    await follow('family', 'my-family');
    await follow('device', 'my-family');
    await follow('out', 'logout');
    await follow('family', 'my-family');
    expect(sent).toEqual([
      ['/resources/view', '/manage/:userId/schedule'],
      ['/resources/view', '/my-family'],
      ['/resources/view', '/my-family'],
    ]);
  });

  test('sends nothing when the server turns page views off', async () => {
    const sent = open(UncountedRoot);
    await follow('family', 'my-family');
    expect(sent).toEqual([]);
  });
});
