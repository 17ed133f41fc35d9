import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Carousel } from './carousel';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** Renders slides in a carousel. Gives them a width of 100 px, because happy-dom has no layout. */
function show(number: number): HTMLElement {
  const slides = Array.from({ length: number }, (_, index) => ({ key: String(index), content: `Slide ${index}` }));
  render(<Carousel count={(at, of) => `${at} of ${of}`} label="Week" next="Next" previous="Previous" slides={slides} />);
  const row = screen.getByRole('list');
  Object.defineProperties(row, { clientWidth: { value: 100 }, scrollWidth: { value: number * 100 } });
  [...row.children].forEach((slide, index) => {
    Object.defineProperty(slide, 'offsetLeft', { value: index * 100 });
  });
  row.scrollTo = (to?: number | ScrollToOptions) => {
    row.scrollLeft = typeof to === 'object' ? (to.left ?? 0) : 0;
    fireEvent.scroll(row);
  };
  return row;
}

describe('Carousel', () => {
  test('moves by two buttons, updates the count and stops at both ends', () => {
    show(3);
    const [previous, next] = [screen.getByRole('button', { name: 'Previous' }), screen.getByRole('button', { name: 'Next' })];
    const seen = [next, next, next, previous].map((button) => {
      fireEvent.click(button);
      return [screen.getByText(/ of 3$/).textContent, previous.getAttribute('aria-disabled'), next.getAttribute('aria-disabled')];
    });
    expect(seen).toEqual([
      ['2 of 3', 'false', 'false'],
      ['3 of 3', 'false', 'true'],
      ['3 of 3', 'false', 'true'],
      ['2 of 3', 'false', 'false'],
    ]);
  });

  test('updates the count when scrolled by finger or key, and makes the row focusable', () => {
    const row = show(3);
    expect(row.tabIndex).toBe(0);
    row.scrollLeft = 110;
    fireEvent.scroll(row);
    expect(screen.getByText('2 of 3')).toBeTruthy();
  });

  test('shows no buttons for a single slide', () => {
    show(1);
    expect(screen.queryAllByRole('button')).toEqual([]);
  });
});
