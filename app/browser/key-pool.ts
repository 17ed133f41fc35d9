import { type Remote, wrap } from 'comlink';
import { InvalidEnvelope, NoSuchCopy, WrongSecret } from '~/keys/envelope';
import type { KeyTasks } from './key-tasks';
import { reportError } from './report-error';

/** A pool may always have this many workers, on a machine with one core too (9.2.24, KEYS-024). */
export const MIN_WORKERS = 2;
/** A worker without work for this long is ended (9.2.24, KEYS-025). */
export const IDLE_MS = 30_000;

type TaskName = keyof KeyTasks;
type Output<Name extends TaskName> = Awaited<ReturnType<KeyTasks[Name]>>;

/** One worker, as the pool sees it. `crashed` is told once, when no answer will come any more. */
export type KeyWorker = {
  run(name: TaskName, input: unknown): Promise<unknown>;
  onCrash(crashed: (error: Error) => void): void;
  terminate(): void;
};
/** Runs a task on a thread of its own. @throws what the task throws (InvalidEnvelope, NoSuchCopy, WrongSecret), WorkerCrashed */
export type KeyPool = {
  run<Name extends TaskName>(name: Name, ...input: Parameters<KeyTasks[Name]>): Promise<Output<Name>>;
  /** How many workers live now. */
  size(): number;
};

/** The worker ended, or could not be started at all. */
export class WorkerCrashed extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WorkerCrashed';
  }
}

type Job = { name: TaskName; input: unknown; resolve: (value: unknown) => void; reject: (error: unknown) => void };
type Member = { worker: KeyWorker; job: Job | null; idle: ReturnType<typeof setTimeout> | null };

/** A pool of at most as many workers as there are cores, each started when there is work and no other is free. */
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
      // It crashed meanwhile: its job was told, and it is nobody's any more.
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

/** Errors lose their class between threads, and keep their name. */
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

/** The page's pool. Import this file when there is something to do, never with a page. */
export function keyPool(): KeyPool {
  pool ??= createKeyPool(startWorker, navigator.hardwareConcurrency);
  return pool;
}

/**
 * Runs a task in a worker, and where none can be had (an old browser, a broken one) on the page itself: slow is better than never.
 * @throws what the task throws
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
