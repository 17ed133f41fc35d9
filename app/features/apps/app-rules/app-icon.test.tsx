import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, test } from 'vitest';
import { AppIcon, AppShot } from './app-icon';

afterEach(cleanup);

const CHESS = { bundleId: 'com.chess', title: 'chess' };
const LOGO = '/resources/app-media/com.chess/en/logo';

describe('AppIcon', () => {
  test("shows a tile with the initial in the app's own color if there is no logo", () => {
    const { container } = render(<AppIcon {...CHESS} logo={null} />);
    expect(container.textContent).toBe('C');
    expect(container.querySelector('img')).toBe(null);
    expect(container.firstElementChild?.className).toMatch(/\bface-\d+\b/);
    const other = renderToStaticMarkup(<AppIcon bundleId="com.chest" logo={null} title="chess" />);
    expect(other).not.toBe(container.innerHTML);
  });

  test.each(['error', 'load'] as const)("keeps the tile behind the logo after the image's %s event", (event) => {
    const { container } = render(<AppIcon {...CHESS} logo={LOGO} />);
    const image = container.querySelector('img');
    // Without script, the HTML is the same. The tile does not depend on the error event.
    expect(container.innerHTML).toBe(renderToStaticMarkup(<AppIcon {...CHESS} logo={LOGO} />).replace('/>', '>'));
    if (image !== null) fireEvent[event](image);
    expect(container.textContent).toBe('C');
    // With alt text or a fixed size, a browser would draw a broken-image icon.
    expect(image?.outerHTML).toBe(`<img alt="" class="app-picture" decoding="async" loading="lazy" src="${LOGO}">`);
  });

  test('labels a screenshot on its wrapper and shows the tile behind the image', () => {
    const { container } = render(<AppShot {...CHESS} label="Screenshot 1 of Chess" src="/resources/app-media/com.chess/en/screenshot-1" />);
    expect(screen.getByRole('img', { name: 'Screenshot 1 of Chess' }).textContent).toBe('C');
    expect(container.querySelector('img')?.getAttribute('alt')).toBe('');
  });
});
