import { describe, expect, test } from 'vitest';
import { HELP, readArguments } from './arguments.ts';
import { LOCATION_COMMANDS, type LocationOrder } from './location-arguments.ts';
import { UsageError } from './usage-error.ts';

function orderOf(line: string): LocationOrder | null {
  const order = readArguments(line.split(' '));
  return order === 'help' ? null : order.options.location;
}

describe('arguments about location', () => {
  test.each<[string, LocationOrder]>([
    ['locate on', { kind: 'switch', isOn: true }],
    ['locate off --as tablet', { kind: 'switch', isOn: false }],
    ['at 53.09,12.63', { kind: 'at', lat: 53.09, lon: 12.63, accuracy: 12 }],
    ['at -33.9,-151.2 --accuracy 800', { kind: 'at', lat: -33.9, lon: -151.2, accuracy: 800 }],
    ['walk school', { kind: 'walk', stops: ['school'], by: 'foot' }],
    ['walk sportsground Friend --car', { kind: 'walk', stops: ['sportsGround', 'friend'], by: 'car' }],
    ['day', { kind: 'day', plan: 'usual' }],
    ['day sporty', { kind: 'day', plan: 'sporty' }],
    ['fault no-signal', { kind: 'fault', fault: 'no-signal' }],
    ['fault none', { kind: 'fault', fault: null }],
  ])('reads %s', (line, order) => {
    expect(orderOf(line)).toEqual(order);
  });

  test.each([
    ['locate', 'on or off'],
    ['locate maybe', 'on or off'],
    ['at', 'such as 53.09,12.63'],
    ['at 91,0', 'such as 53.09,12.63'],
    ['at 0,180.5', 'such as 53.09,12.63'],
    ['at 53.09 12.63', 'such as 53.09,12.63'],
    ['at 53,12 --accuracy near', '--accuracy'],
    ['walk', 'one or more places'],
    ['walk nowhere', 'Unknown place: “nowhere”. Use one of: home, '],
    ['walk home --accuracy 5', 'Unknown option for walk'],
    ['day lazy', 'Use one of: early, usual, sporty'],
    ['fault', 'Unknown fault'],
    ['fault jump rough', 'Unknown fault'],
    ['located now', 'Unexpected argument: now'],
  ])('refuses %s and says what to type', (line, words) => {
    expect(() => orderOf(line)).toThrow(UsageError);
    expect(() => orderOf(line)).toThrow(words);
  });

  test('the help lists every command', () => {
    for (const [command, what] of Object.entries(LOCATION_COMMANDS)) expect(HELP).toMatch(new RegExp(`^  ${command} +${what}$`, 'm'));
  });
});
