import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useViewportWidth } from './use-viewport';

let renders = 0;

beforeEach(() => {
  vi.useFakeTimers();
  renders = 0;
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Shown() {
  renders += 1;
  return <p>{useViewportWidth()}</p>;
}

function resize(width: number): void {
  Object.defineProperty(window, 'innerWidth', { value: width, configurable: true });
  act(() => {
    window.dispatchEvent(new Event('resize'));
  });
}

describe('useViewportWidth', () => {
  test('updates at most once per 72 ms during a resize, and always with the last size (NAV-055)', () => {
    render(<Shown />);
    const before = renders;
    resize(500);
    expect(screen.getByText('500')).toBeTruthy();
    for (let width = 501; width <= 540; width += 1) resize(width);
    expect(renders - before).toBe(1);
    act(() => vi.advanceTimersByTime(71));
    expect(screen.queryByText('540')).toBeNull();
    act(() => vi.advanceTimersByTime(1));
    expect(screen.getByText('540')).toBeTruthy();
    expect(renders - before).toBe(2);
    act(() => vi.advanceTimersByTime(1000));
    expect(renders - before).toBe(2);
  });
});
