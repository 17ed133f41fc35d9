import { type Remote, wrap } from 'comlink';
import { InvalidEnvelope, NoSuchCopy, WrongSecret } from '#app/keys/envelope';
import type { KeyTasks } from './key-tasks';
import { reportError } from './report-error';

/** Worker limit on devices with one core (9.2.24, KEYS-024). */
export const MIN_WORKERS = 2;
/** An idle worker is ended after this time (9.2.24, KEYS-025). */
export const IDLE_MS = 30_000;

type TaskName = keyof KeyTasks;
type Output<Name extends TaskName> = Awaited<ReturnType<KeyTasks[Name]>>;

/** A worker of the pool. Calls `crashed` once when it can return no more results. */
export type KeyWorker = {
  run(name: TaskName, input: unknown): Promise<unknown>;
  onCrash(crashed: (error: Error) => void): void;
  terminate(): void;
};
/**
 * Runs tasks in workers.
 * @throws the errors of the task (InvalidEnvelope, NoSuchCopy, WrongSecret; errors about samples keep only their name), WorkerCrashed
 */
export type KeyPool = {
  run<Name extends TaskName>(name: Name, ...input: Parameters<KeyTasks[Name]>): Promise<Output<Name>>;
  /** Returns the number of running workers. */
  size(): number;
};

/** Thrown when a worker crashed or could not be started. */
export class WorkerCrashed extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WorkerCrashed';
  }
}

type Job = { name: TaskName; input: unknown; resolve: (value: unknown) => void; reject: (error: unknown) => void };
type Member = { worker: KeyWorker; job: Job | null; idle: ReturnType<typeof setTimeout> | null };

/** Creates a pool of up to `cores` workers, or of MIN_WORKERS if that is more. Starts a worker only when none is free. */
export function createKeyPool(start: () => KeyWorker, cores: number): KeyPool {
  const most = Math.max(MIN_WORKERS, cores);
  const members = new Set<Member>();
  const waiting: Array<Job> = [];

  function add(): Member {
    const member: Member = { worker: start(), job: null, idle: null };
    members.add(member);
    member.worker.onCrash((error) => {
      const { job } = member;
      end(member);
      job?.reject(error);
      next();
    });
    return member;
  }

  function end(member: Member): void {
    if (member.idle !== null) clearTimeout(member.idle);
    member.job = null;
    members.delete(member);
    member.worker.terminate();
  }

  function next(): void {
    while (waiting.length > 0) {
      const free = [...members].find(({ job }) => job === null);
      if (free === undefined && members.size >= most) return;
      const job = waiting.shift();
      if (job === undefined) return;
      try {
        work(free ?? add(), job);
      } catch (error) {
        job.reject(new WorkerCrashed(String(error)));
      }
    }
  }

  function work(member: Member, job: Job): void {
    if (member.idle !== null) clearTimeout(member.idle);
    member.idle = null;
    member.job = job;
    const rest = () => {
      // The worker has crashed, so this task is already rejected.
      if (member.job !== job) return;
      member.job = null;
      member.idle = setTimeout(() => end(member), IDLE_MS);
      next();
    };
    member.worker.run(job.name, job.input).then(
      (value) => {
        job.resolve(value);
        rest();
      },
      (error: unknown) => {
        job.reject(revive(error));
        rest();
      },
    );
  }

  return {
    size: () => members.size,
    run: <Name extends TaskName>(name: Name, ...[input]: Parameters<KeyTasks[Name]>) =>
      new Promise<Output<Name>>((resolve, reject) => {
        waiting.push({ name, input, resolve: (value) => resolve(value as Output<Name>), reject });
        next();
      }),
  };
}

/** Restores the class of an error by its name, because errors lose their class between threads. */
function revive(error: unknown): unknown {
  const name = error instanceof Error ? error.name : '';
  if (name === 'WrongSecret') return new WrongSecret();
  if (name === 'InvalidEnvelope') return new InvalidEnvelope();
  if (name === 'NoSuchCopy') return new NoSuchCopy();
  return error;
}

function startWorker(): KeyWorker {
  const thread = new Worker(new URL('./key-worker.ts', import.meta.url), { type: 'module' });
  const tasks: Remote<KeyTasks> = wrap<KeyTasks>(thread);
  return {
    run: (name, input) => (tasks[name] as (value: unknown) => Promise<unknown>)(input),
    onCrash(crashed) {
      const tell = (event: Event) => crashed(new WorkerCrashed(event instanceof ErrorEvent ? event.message : 'A key worker ended'));
      thread.addEventListener('error', tell, { once: true });
      thread.addEventListener('messageerror', tell, { once: true });
    },
    terminate: () => thread.terminate(),
  };
}

let pool: KeyPool | null = null;

/** Maximum number of workers. One core stays free for the page. */
const MAX_WORKERS = 4;

/** Returns the page's pool. Import this file on demand, never with the page. */
export function keyPool(): KeyPool {
  pool ??= createKeyPool(startWorker, Math.min(MAX_WORKERS, navigator.hardwareConcurrency - 1));
  return pool;
}

/**
 * Runs a task in a worker, or on the main thread if no worker can run.
 * @throws the task's errors
 */
export async function runKeyTask<Name extends TaskName>(name: Name, ...input: Parameters<KeyTasks[Name]>): Promise<Output<Name>> {
  try {
    return await keyPool().run(name, ...input);
  } catch (error) {
    if (!(error instanceof WorkerCrashed)) throw error;
    void reportError(error);
    const { keyTasks } = await import('./key-tasks');
    return (keyTasks[name] as (...task: Parameters<KeyTasks[Name]>) => Promise<Output<Name>>)(...input);
  }
}
