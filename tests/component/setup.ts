import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// The default is one second, which is too short when many tests run at once.
configure({ asyncUtilTimeout: 15_000 });

// Files of a worker share one document: nothing that a test put there may be seen by the next one.
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});
