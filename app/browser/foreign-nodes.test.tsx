import { expect, test } from 'vitest';
import { keepForeignNodesAside } from './foreign-nodes';

test('what others hang on the document stands at the body’s end until the page is taken over, also what comes late', async () => {
  const { documentElement: root, body } = document;
  const hang = () => root.appendChild(document.createElement('div'));
  const early = hang();
  const stop = keepForeignNodesAside(document);
  const late = hang();
  await new Promise((resolve) => setTimeout(resolve));
  expect([early.parentNode, late.parentNode]).toEqual([body, body]);
  stop();
  const after = hang();
  await new Promise((resolve) => setTimeout(resolve));
  expect(after.parentNode).toBe(root);
  for (const node of [early, late, after]) node.remove();
});
