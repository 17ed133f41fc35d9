import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { Battery } from './battery';
import { DeviceRow } from './device-row';
import { EmptyState } from './empty-state';
import { Fact, Facts } from './facts';
import { StatusBadge } from './status-badge';

afterEach(cleanup);

describe('DeviceRow', () => {
  test('isolates the text direction of the name and passes other attributes to the element', () => {
    render(
      <DeviceRow
        action={<button type="button">Again</button>}
        battery="3 %"
        data-device="d1"
        data-testid="row"
        kind="tablet"
        name="נועם (2)"
      >
        Confirmed
      </DeviceRow>,
    );
    const row = screen.getByTestId('row');
    expect(row.getAttribute('data-device')).toBe('d1');
    expect(within(row).getByText('נועם (2)').tagName).toBe('BDI');
    expect(within(row).getByRole('button', { name: 'Again' })).toBeDefined();
  });

  test.each([
    [0.21, null, false],
    [0.2, 'true', true],
    [0, 'true', true],
  ])('Battery at %d has data-low %s, and another icon only if low', (level, low, differs) => {
    const full = render(<Battery level={1}>x</Battery>).container.querySelector('svg')?.innerHTML;
    const { container } = render(<Battery level={level}>20 %</Battery>);
    expect(container.querySelector('.battery')?.getAttribute('data-low')).toBe(low);
    expect(container.querySelector('svg')?.innerHTML !== full).toBe(differs);
  });

  test.each(['allowed', 'blocked', 'paused', 'pending', 'unmanaged'] as const)(
    'StatusBadge of %s has its color, icon and label',
    (view) => {
      const { container } = render(<StatusBadge view={view}>the word</StatusBadge>);
      const badge = screen.getByText('the word');
      expect([badge.getAttribute('data-state'), container.querySelectorAll('svg').length]).toEqual([view, 1]);
    },
  );

  test('EmptyState shows the first step', () => {
    render(
      <EmptyState action={<a href="/connect">Connect</a>} icon={null} title="No device yet">
        Take it in your hand.
      </EmptyState>,
    );
    expect(screen.getByRole('heading', { name: 'No device yet' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Connect' })).toBeDefined();
  });

  test('Facts renders pairs of name and value', () => {
    render(
      <Facts>
        <Fact name="Battery">12 %</Fact>
      </Facts>,
    );
    expect([screen.getByRole('term').textContent, screen.getByRole('definition').textContent]).toEqual(['Battery', '12 %']);
  });
});
