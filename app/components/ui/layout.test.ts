import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { UNDO_MS } from '#app/domain/undo';
import {
  ACCORDION_SPRING,
  BREAKPOINTS,
  CONFIRM_MS,
  DRAWER_SNAPS,
  MAX_SCROLL_FROZEN_IDS,
  MAX_TOASTS,
  MOBILE_MENU_WIDTH,
  MODAL_Z_INDEX,
  OVERLAY_Z_INDEX,
  SIDE_MENU_WIDTHS,
  SPINNER_DELAY_MS,
  TOAST_MS,
  TOGGLE_MS,
  VIEWPORT_THROTTLE_MS,
} from './layout.ts';

const css = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const styles = css('styles.css');
const dialog = css('components/ui/dialog.css');
const drawer = css('components/ui/drawer.css');
const frame = css('features/shell/frame/frame.css');

describe('layout', () => {
  test('uses the values of the specification (9.2, 9.3, CONST-036, 043, 053, 055 to 068, 070 to 072, NAV-050 to NAV-053, 056)', () => {
    expect(BREAKPOINTS).toEqual({ sm: 480, md: 768, lg: 1280, xl: 1880, xxl: 2360 });
    expect(MOBILE_MENU_WIDTH).toBe(220);
    expect(SIDE_MENU_WIDTHS).toEqual({ collapsed: 92, open: 300, openXl: 324 });
    expect([MODAL_Z_INDEX, OVERLAY_Z_INDEX]).toEqual([999, 998]);
    expect(MAX_SCROLL_FROZEN_IDS).toBe(8);
    expect(DRAWER_SNAPS).toEqual({ low: 50, high: '100%' });
    expect(TOGGLE_MS).toBe(300);
    expect(ACCORDION_SPRING).toEqual({ friction: 27, tension: 210 });
    expect(VIEWPORT_THROTTLE_MS).toBe(72);
    expect([TOAST_MS, CONFIRM_MS, UNDO_MS]).toEqual([8000, 60_000, 10_000]);
    expect(MAX_TOASTS).toBe(3);
    expect(SPINNER_DELAY_MS).toBe(200);
  });

  test.each([
    ['sm', styles, `--breakpoint-sm: ${BREAKPOINTS.sm / 16}rem`],
    ['md', styles, `--breakpoint-md: ${BREAKPOINTS.md / 16}rem`],
    ['lg', styles, `--breakpoint-lg: ${BREAKPOINTS.lg / 16}rem`],
    ['xl', styles, `--breakpoint-xl: ${BREAKPOINTS.xl / 16}rem`],
    ['xxl', styles, `--breakpoint-2xl: ${BREAKPOINTS.xxl / 16}rem`],
    ['toggle', styles, `--toggle: ${TOGGLE_MS}ms`],
    ['mobile menu', frame, `width: ${MOBILE_MENU_WIDTH / 16}rem`],
    ['side menu', frame, `grid-template-columns: ${SIDE_MENU_WIDTHS.collapsed / 16}rem`],
    ['open side menu', frame, `grid-template-columns: ${SIDE_MENU_WIDTHS.open / 16}rem`],
    ['open side menu on xl', frame, `grid-template-columns: ${SIDE_MENU_WIDTHS.openXl / 16}rem`],
    ['modal', dialog, `.dialog {\n  position: fixed;\n  z-index: ${MODAL_Z_INDEX}`],
    ['overlay', dialog, `.overlay {\n  position: fixed;\n  inset: 0;\n  z-index: ${OVERLAY_Z_INDEX}`],
    ['backdrop', dialog, `&::backdrop {\n    z-index: ${OVERLAY_Z_INDEX}`],
    ['closed drawer', drawer, `height: var(--height, ${DRAWER_SNAPS.low}px)`],
    ['open drawer', drawer, `height: var(--height, ${DRAWER_SNAPS.high})`],
    ['undo', css('components/ui/toast.css'), `shrink ${UNDO_MS / 1000}s`],
    ['spinner', css('components/ui/loading.css'), `appear 0s ${SPINNER_DELAY_MS}ms`],
    ['accordion', css('components/ui/accordion.css'), 'height var(--spring-time) var(--spring)'],
  ])('the styles match the constants in the code: %s', (_name, text, expected) => {
    expect(text).toContain(expected);
  });

  test('the easing of the accordion matches its spring (NAV-057)', () => {
    const seconds = Number(/--spring-time: (\d+)ms/.exec(styles)?.[1]) / 1000;
    const list = (/--spring: linear\(([^)]*)\)/.exec(styles)?.[1] ?? '').split(',');
    const points = list.map((point, index) => {
      const [value = '', share = index === 0 ? '0%' : '100%'] = point.trim().split(' ');
      return { value: Number(value), share: Number.parseFloat(share) / 100 };
    });
    // x'' = -tension (x - 1) - friction x', starting at rest from 0; slightly underdamped.
    const damping = ACCORDION_SPRING.friction / 2;
    const turn = Math.sqrt(ACCORDION_SPRING.tension - damping ** 2);
    const spring = (at: number) => 1 - Math.exp(-damping * at) * (Math.cos(turn * at) + (damping / turn) * Math.sin(turn * at));
    const easing = (share: number) => {
      const next = Math.max(
        1,
        points.findIndex((point) => point.share >= share),
      );
      const [from, to] = [points[next - 1], points[next]];
      if (from === undefined || to === undefined) return Number.NaN;
      return from.value + ((to.value - from.value) * (share - from.share)) / (to.share - from.share);
    };
    for (let share = 0; share <= 1; share += 0.01) expect(Math.abs(easing(share) - spring(share * seconds))).toBeLessThan(0.01);
  });
});
