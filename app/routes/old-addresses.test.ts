import { expect, test } from 'vitest';
import { loader } from './$';

test.each([
  ['locator/mia/nope', '/locator/mia'],
  ['locator/a%2F..%2Fb/nope', '/locator/a%252F..%252Fb'],
  ['locator/places/home/nope', '/locator?places'],
  ['devices', '/my-family'],
  ['nope', '/'],
])('the unknown address /%s redirects to %s', (path, target) => {
  const answer = loader({ params: { '*': path } } as unknown as Parameters<typeof loader>[0]);
  expect([answer.status, answer.headers.get('Location')]).toEqual([302, target]);
});
