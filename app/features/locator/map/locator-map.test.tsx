import { cleanup } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { showInPage } from '#tests/show-in-page.tsx';
import { LocatorMap, type LocatorMapProps } from './locator-map';
import type { FaceMark } from './marks';

afterEach(cleanup);

const NOW = Date.UTC(2026, 4, 14, 18, 42);
const MINUTE = 60_000;
const WORLD = {
  id: 'world' as const,
  version: '1',
  minZoom: 0,
  maxZoom: 3,
  bounds: [-180, -85, 180, 85] as [number, number, number, number],
  attribution: null,
};
const HOME = { id: 'home', name: 'Home', icon: 'home' as const, lat: 51.5, lon: -0.1, meters: 150, to: '/locator/places/home' };
const face = (name: string, change: Partial<FaceMark> = {}): FaceMark => ({
  id: name,
  child: { id: name, name, colorSlot: 10, pictureIndex: null, photo: null, view: 'allowed' },
  look: 'exact',
  lat: 51.5,
  lon: -0.1,
  meters: 12,
  at: NOW - MINUTE,
  to: `/locator/${name}`,
  ...change,
});

async function show(change: Partial<LocatorMapProps>) {
  const props = { extent: [{ lat: 51.5, lon: -0.1 }], here: '/locator?all=', now: NOW, sources: [WORLD], ...change };
  return (await showInPage(<LocatorMap {...props} />)).container;
}
const one = (container: HTMLElement, selector: string) => container.querySelector(selector);

describe('LocatorMap', () => {
  test('draws an exact position with its state, stem, dot and age', async () => {
    const container = await show({ faces: [face('Mia')] });
    const mark = one(container, '.loc-face[data-look=exact]');
    expect(mark?.querySelector('.loc-tag')?.textContent).toBe('Mia now');
    expect([mark?.querySelectorAll('.loc-stem, .loc-dot').length, mark?.querySelector('.face')?.getAttribute('data-state')]).toEqual([
      2,
      'allowed',
    ]);
    expect(mark?.querySelector('a')?.getAttribute('href')).toBe('/locator/Mia');
  });

  test('draws a rough position as a circle of the child’s color without a dot in it', async () => {
    const container = await show({ faces: [face('Ben', { look: 'rough', meters: 250, at: NOW - 4 * MINUTE })] });
    const mark = one(container, '.loc-face[data-look=rough]');
    expect(mark?.querySelector('.loc-tag')?.textContent).toBe('Ben in this circle');
    expect(mark?.querySelectorAll('.loc-stem, .loc-dot')).toHaveLength(0);
    const url = new URL(container.querySelector('img')?.src ?? '', 'https://x.example');
    expect(url.searchParams.get('positions')).toBe('r51.5,-0.1,250,10');
  });

  test('draws an old position hollow, with a clock instead of the state, and never as now', async () => {
    const container = await show({ faces: [face('Leo', { look: 'old', at: NOW - 180 * MINUTE })] });
    const mark = one(container, '.loc-face[data-look=old]');
    expect(mark?.querySelector('.loc-tag')?.textContent).toContain('Leo 3 h');
    expect([mark?.querySelectorAll('.loc-hollow .mark svg').length, mark?.querySelectorAll('[data-state=allowed]').length]).toEqual([1, 0]);
  });

  test('says the age of a rough position that is old', async () => {
    const container = await show({ faces: [face('Ben', { look: 'rough', meters: 250, at: NOW - 180 * MINUTE })] });
    expect(one(container, '.loc-tag')?.textContent).toContain('Ben 3 h ago');
  });

  test('shows five children at one spot as three faces and the number of the others, all named', async () => {
    const container = await show({ faces: ['Ana', 'Ben', 'Cleo', 'Dan', 'Eve'].map((name) => face(name)) });
    expect(container.querySelectorAll('.loc-face')).toHaveLength(1);
    expect([container.querySelectorAll('.loc-heads .face').length, one(container, '.loc-more')?.textContent]).toEqual([3, '+2']);
    for (const name of ['Ana', 'Eve']) expect(one(container, '.loc-tag')?.textContent).toContain(name);
  });

  test('names places at the rim of their discs, and leads to them', async () => {
    const container = await show({ places: [HOME] });
    const chip = one(container, '.loc-place-name');
    expect([chip?.textContent, chip?.getAttribute('href'), chip?.querySelectorAll('svg').length]).toEqual([
      'Home',
      '/locator/places/home',
      1,
    ]);
    expect(chip?.parentElement?.getAttribute('style')).toContain('--m: 150');
  });

  test('links to nearer, farther and everything, and to the map without places (LOC-057)', async () => {
    const container = await show({ places: [HOME] });
    const links = [...container.querySelectorAll('.loc-controls a')].map((link) => [
      link.getAttribute('aria-label'),
      link.getAttribute('href'),
    ]);
    expect(links).toEqual([
      ['Zoom in', '/locator?all=&z=1'],
      ['Zoom out', '/locator?all=&z=-1'],
      ['Show everything', '/locator?all='],
      ['Hide places', '/locator?all=&hide=places'],
    ]);
  });

  test('shows the edited place with its radius and the line that always counts', async () => {
    const container = await show({ edited: { ...HOME, meters: 137 } });
    expect([...container.querySelectorAll('.loc-ring-tag')].map(({ textContent }) => textContent)).toEqual([
      '450\u00a0ft',
      'Counts as at Home',
    ]);
    const url = new URL(container.querySelector('img')?.src ?? '', 'https://x.example');
    expect(url.searchParams.get('places')).toBe('c51.5,-0.1,200;e51.5,-0.1,137');
    // A picture cannot be dragged.
    expect(container.querySelectorAll('.loc-grip')).toHaveLength(0);
  });

  test('explains what it shows in the legend, and nothing else', async () => {
    const container = await show({ faces: [face('Ben', { look: 'rough', meters: 250 })], places: [HOME] });
    expect([...container.querySelectorAll('.loc-sample')].map((sample) => sample.getAttribute('data-sample'))).toEqual(['rough', 'place']);
  });

  test('hides its marks from screen readers and the keyboard, because the list has every fact', async () => {
    const container = await show({ faces: [face('Mia')], places: [HOME] });
    const links = [...container.querySelectorAll('.loc-marks a')];
    expect(links.map((link) => link.getAttribute('tabindex'))).toEqual(['-1', '-1']);
    expect(one(container, '.loc-marks')?.getAttribute('aria-hidden')).toBe('true');
  });
});
