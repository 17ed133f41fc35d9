import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// The default is one second, which is too short when many tests run in parallel.
configure({ asyncUtilTimeout: 15_000 });

// Test files of a worker share one document, so content left by one test must not affect the next.
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});
