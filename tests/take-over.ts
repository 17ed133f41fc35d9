import { type RenderResult, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';

/** Shows what the server writes, lets somebody type into it, and then has script take it over. */
export function takeOver(tree: ReactElement, typeEarly: () => void): RenderResult {
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(tree);
  typeEarly();
  return render(tree, { container, hydrate: true });
}
