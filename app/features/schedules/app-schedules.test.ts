import { describe, expect, test } from 'vitest';
import { changeAppSchedules } from './app-schedules';

const before = { game: ['a'], chat: ['a', 'b'], map: ['b'] };

describe('app schedules', () => {
  test('adds a schedule to the chosen apps, removes it from all others, and keeps their other schedules', () => {
    expect(changeAppSchedules(before, 'a', ['chat', 'map', 'new'])).toEqual({ game: [], map: ['b', 'a'], new: ['a'] });
    expect(changeAppSchedules(before, 'c', ['game'])).toEqual({ game: ['a', 'c'] });
    expect(changeAppSchedules(before, 'b', ['chat', 'map'])).toEqual({});
    expect(changeAppSchedules(before, 'a', ['game', 'chat', 'constructor'])).toEqual({ constructor: ['a'] });
  });
});
