import { describe, expect, test } from 'vitest';
import { requireOwnDocument } from './own-document.ts';

function thrownFor(path: string): unknown {
  try {
    requireOwnDocument(new Request(new URL(path, window.location.href)));
    return null;
  } catch (error) {
    return error;
  }
}

describe('requireOwnDocument', () => {
  test('reloads the document for another page, with its query', () => {
    window.history.replaceState(null, '', '/subscription');
    const thrown = thrownFor('/subscription/pay?sku=premium_annual');
    if (!(thrown instanceof Response)) throw new Error('not redirected');
    expect(thrown.headers.get('Location')).toBe('/subscription/pay?sku=premium_annual');
    expect(thrown.headers.get('X-Remix-Reload-Document')).toBe('true');
  });

  test('does nothing when the open page is loaded again', () => {
    window.history.replaceState(null, '', '/subscription/pay?sku=premium_annual');
    expect(thrownFor('/subscription/pay?sku=premium_monthly')).toBeNull();
  });
});
