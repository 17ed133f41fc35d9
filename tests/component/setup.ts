import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// Of its own it waits for a second, which is short where many tests run at once.
configure({ asyncUtilTimeout: 15_000 });

// The library asks for this once where it is loaded, which is once for all files of a worker.
afterEach(cleanup);
