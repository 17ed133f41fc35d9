import { describe, expect, test } from 'vitest';
import { isolateExtensionNodes } from './extension-nodes';

describe('isolateExtensionNodes', () => {
  test('keeps nodes that extensions add at the end of the body until hydration has ended', async () => {
    const { documentElement: root, body } = document;
    const hang = () => root.appendChild(document.createElement('div'));
    const early = hang();
    const stop = isolateExtensionNodes(document);
    const late = hang();
    await new Promise((resolve) => setTimeout(resolve));
    expect([early.parentNode, late.parentNode]).toEqual([body, body]);
    stop();
    const after = hang();
    await new Promise((resolve) => setTimeout(resolve));
    expect(after.parentNode).toBe(root);
    for (const node of [early, late, after]) node.remove();
  });

  test.each([
    ['the node', (node: Element) => node],
    ['a copy of the node', (node: Element) => node.cloneNode()],
  ])('stops moving nodes when an extension puts %s back, so the page can continue', async (_, next) => {
    const { documentElement: root, body } = document;
    const before = new Set(body.children);
    let host: Node = root.appendChild(document.createElement('x-ext'));
    let returns = 0;
    const extension = new MutationObserver(() => {
      if (host.parentNode === root) return;
      returns += 1;
      // Breaks the loop if the code under test never stops. The assertion below then fails.
      if (returns > 1000) return extension.disconnect();
      host = root.appendChild(next(host as Element));
    });
    extension.observe(root, { childList: true });
    const stop = isolateExtensionNodes(document);
    await new Promise((resolve) => setTimeout(resolve));
    expect(host.parentNode).toBe(root);
    expect(returns).toBeLessThan(1000);
    stop();
    extension.disconnect();
    for (const node of [host as Element, ...body.children]) if (!before.has(node)) node.remove();
  });
});
