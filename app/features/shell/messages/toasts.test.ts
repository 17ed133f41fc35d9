import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createToasts, type ToastMessage } from './toasts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const message = (id: string, stay: ToastMessage['stay']): ToastMessage => ({ id, stay, tone: 'good', text: id });
const shownIn = (toasts: ReturnType<typeof createToasts>) => toasts.get().map(({ id }) => id);

describe('createToasts', () => {
  test.each([
    ['short', 8000],
    ['undo', 10_000],
    ['confirm', 60_000],
  ] as const)('removes a message of type %s after %i ms (NAV-043)', (stay, ms) => {
    const toasts = createToasts();
    toasts.show(message('a', stay));
    vi.advanceTimersByTime(ms - 1000);
    expect(shownIn(toasts)).toEqual(['a']);
    vi.advanceTimersByTime(1000);
    expect(shownIn(toasts)).toEqual([]);
  });

  test('keeps a persistent message until it is removed, updates its text and can show it again (NAV-044)', () => {
    const toasts = createToasts();
    toasts.show(message('offline', 'persistent'));
    vi.advanceTimersByTime(24 * 60 * 60_000);
    toasts.show({ ...message('offline', 'persistent'), text: 'still' });
    expect(toasts.get().map(({ text }) => text)).toEqual(['still']);
    toasts.drop('offline');
    expect(shownIn(toasts)).toEqual([]);
    toasts.show(message('offline', 'persistent'));
    expect(shownIn(toasts)).toEqual(['offline']);
  });

  test('shows a message that is not persistent only once, even if a page load contains it again', () => {
    const toasts = createToasts();
    toasts.show(message('a', 'short'));
    vi.advanceTimersByTime(5000);
    toasts.show(message('a', 'short'));
    vi.advanceTimersByTime(3000);
    toasts.show(message('a', 'short'));
    expect(shownIn(toasts)).toEqual([]);
  });

  test('stops all timers while paused', () => {
    const toasts = createToasts();
    toasts.show(message('a', 'short'));
    vi.advanceTimersByTime(7000);
    toasts.pause(true);
    vi.advanceTimersByTime(60_000);
    toasts.show(message('b', 'short'));
    expect(shownIn(toasts)).toEqual(['a', 'b']);
    toasts.pause(false);
    vi.advanceTimersByTime(1000);
    expect(shownIn(toasts)).toEqual(['b']);
    vi.advanceTimersByTime(7000);
    expect(shownIn(toasts)).toEqual([]);
  });

  test('shows at most three messages and removes the oldest one that is not persistent', () => {
    const toasts = createToasts();
    toasts.show(message('lasting', 'persistent'));
    for (const id of ['a', 'b', 'c']) toasts.show(message(id, 'short'));
    expect(shownIn(toasts)).toEqual(['lasting', 'b', 'c']);
  });

  test('notifies a subscriber until it unsubscribes', () => {
    const toasts = createToasts();
    const reader = vi.fn();
    const leave = toasts.subscribe(reader);
    toasts.show(message('a', 'short'));
    expect(reader).toHaveBeenCalledTimes(1);
    leave();
    toasts.drop('a');
    expect(reader).toHaveBeenCalledTimes(1);
  });
});
