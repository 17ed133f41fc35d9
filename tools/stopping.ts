type Close = () => unknown;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Maximum time in ms from a failure until the signal that caused it arrives. */
const SIGNAL_DELAY_MS = 100;

const opened: Array<Close> = [];
let stopping = false;
let noteSignal = () => {};
const signalled = new Promise<void>((done) => {
  noteSignal = done;
});

/**
 * Registers a function to run on Ctrl-C, SIGTERM or SIGHUP, in reverse order of registration. All of them run; if one fails, the first
 * error is printed and the process exits with 1.
 * @returns a function that unregisters it
 */
export function closeWhenStopped(close: Close): () => void {
  if (opened.length === 0) for (const signal of SIGNALS) process.on(signal, () => void stop());
  opened.push(close);
  return () => {
    opened.splice(opened.indexOf(close), 1, () => {});
  };
}

// Often called twice: a terminal signals the whole group, and the parent process passes the signal on.
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  noteSignal();
  if (process.stdout.isTTY) console.log('\nStopping…');
  const errors: Array<unknown> = [];
  // A failed function must not prevent the others, such as the release of the data lock.
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
  // Exits with 0, unless closing failed or the command set another exit code.
  process.exit();
}

/** True after the process received a signal to stop. */
export function isStopping(): boolean {
  return stopping;
}

/**
 * Like `isStopping`, for code that handles a failure. Waits briefly for the signal: Ctrl-C in a terminal also ends workerd, and the failure
 * of its calls can arrive first.
 */
export async function isCausedByStop(): Promise<boolean> {
  if (!stopping) await Promise.race([signalled, new Promise((done) => setTimeout(done, SIGNAL_DELAY_MS))]);
  return stopping;
}

/**
 * Runs `make` and removes the signal handlers that it adds. Handlers of Miniflare and Vite would end the process before everything is
 * closed in order. Keeps their `exit` handlers. `inputs`: streams whose new `end` handlers are also removed.
 */
export async function withoutSignalHandlers<T>(make: () => T | Promise<T>, inputs: ReadonlyArray<NodeJS.ReadStream> = []): Promise<T> {
  const signalEvents: Array<{ from: NodeJS.EventEmitter; on: string }> = SIGNALS.map((on) => ({ from: process, on }));
  const handledEvents = [...signalEvents, ...inputs.map((from) => ({ from, on: 'end' }))];
  const before = handledEvents.map(({ from, on }) => from.listeners(on));
  const made = await make();
  for (const [index, { from, on }] of handledEvents.entries()) {
    for (const listener of from.listeners(on)) if (!before[index]?.includes(listener)) from.off(on, listener as () => void);
  }
  return made;
}
