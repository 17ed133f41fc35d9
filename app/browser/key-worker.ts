import { expose } from 'comlink';
import { keyTasks } from './key-tasks';

// Entry point of the module worker that key-pool.ts starts.
expose(keyTasks);
