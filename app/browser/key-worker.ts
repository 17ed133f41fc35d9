import { expose } from 'comlink';
import { keyTasks } from './key-tasks';

// A module worker of key-pool.ts.
expose(keyTasks);
