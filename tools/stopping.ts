type Close = () => unknown;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const opened: Array<Close> = [];
let stopping = false;

/**
 * Remembers what has to be closed on Ctrl-C, SIGTERM or SIGHUP, last opened first. All of them are closed, then the first error is printed and
 * the process exits with 1. Gives a function that forgets it again.
 */
export function closeWhenStopped(close: Close): () => void {
  if (opened.length === 0) for (const signal of SIGNALS) process.on(signal, () => void stop());
  opened.push(close);
  return () => {
    opened.splice(opened.indexOf(close), 1, () => {});
  };
}

// Twice is usual: a terminal tells the whole group, and the process before this one passes it on.
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  if (process.stdout.isTTY) console.log('\nStopping …');
  const errors: Array<unknown> = [];
  // The lock of the data folder is among them, so one that fails must not keep the rest open.
  for (const close of opened.reverse()) {
    try {
      await close();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) {
    console.error(errors[0]);
    process.exitCode = 1;
  }
  // 0, unless closing failed or the command says that being stopped is a failure.
  process.exit();
}

/** True once a signal has come. */
export function isStopping(): boolean {
  return stopping;
}

/**
 * Makes something that would end the process by itself at a signal, before anything is closed in order, as Miniflare and Vite do. Their
 * handlers of `exit` stay. `inputs`: streams at whose end it would do the same.
 */
export async function withoutOwnEnd<T>(make: () => T | Promise<T>, inputs: ReadonlyArray<NodeJS.ReadStream> = []): Promise<T> {
  const own: Array<{ from: NodeJS.EventEmitter; on: string }> = SIGNALS.map((on) => ({ from: process, on }));
  const ends = [...own, ...inputs.map((from) => ({ from, on: 'end' }))];
  const before = ends.map(({ from, on }) => from.listeners(on));
  const made = await make();
  for (const [index, { from, on }] of ends.entries()) {
    for (const listener of from.listeners(on)) if (!before[index]?.includes(listener)) from.off(on, listener as () => void);
  }
  return made;
}
