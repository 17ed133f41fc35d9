import { type RenderResult, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';

/** Renders a tree as the server does, calls `typeEarly` before hydration, and then hydrates the tree. */
export function takeOver(tree: ReactElement, typeEarly: () => void): RenderResult {
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(tree);
  typeEarly();
  return render(tree, { container, hydrate: true });
}
