import { createRemixStub } from '@remix-run/testing';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { Tabs } from './tabs';

afterEach(cleanup);

function Page() {
  const tabs = ['Schedule', 'Allowance'].map((label) => ({ to: `/${label}`, label, isCurrent: label === 'Allowance' }));
  return <Tabs label="Parts" tabs={tabs} />;
}

describe('Tabs', () => {
  test('shows links in a labeled row and marks the current link', async () => {
    const Stub = createRemixStub([{ path: '/', Component: Page }]);
    render(<Stub />);
    expect((await screen.findByRole('navigation', { name: 'Parts' })).querySelectorAll('a')).toHaveLength(2);
    expect(screen.getByRole('link', { name: 'Allowance' }).getAttribute('aria-current')).toBe('page');
    expect(screen.getByRole('link', { name: 'Schedule' }).hasAttribute('aria-current')).toBe(false);
  });
});
