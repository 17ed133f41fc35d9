const MINUTE_MS = 60_000;
/** Maximum number of separate log lines per minute. */
const MAX_LINES = 100;

/** A log line. `times` is the number of events that the line represents. */
export type LogLine<Kind> = { kind: Kind; network: string; times: number };

/**
 * Creates a limit for log lines that an attack could repeat. Logs the first event of each kind and network immediately. Counts further
 * events of that minute and logs the count with the first event of a later minute. After a hundred lines in a minute, further networks
 * share one line per kind.
 * @returns a function that records an event and returns the lines to log
 */
export function createLineLimit<Kind extends string>(): (kind: Kind, network: string, now: number) => Array<LogLine<Kind>> {
  let since = 0;
  let counts = new Map<string, LogLine<Kind>>();
  return (kind, from, now) => {
    const lines: Array<LogLine<Kind>> = [];
    if (now - since >= MINUTE_MS) {
      lines.push(...[...counts.values()].filter(({ times }) => times > 0));
      since = now;
      counts = new Map();
    }
    const network = counts.has(`${kind} ${from}`) || counts.size < MAX_LINES ? from : 'others';
    const known = counts.get(`${kind} ${network}`);
    if (known !== undefined) known.times += 1;
    else {
      counts.set(`${kind} ${network}`, { kind, network, times: 0 });
      lines.push({ kind, network, times: 1 });
    }
    return lines;
  };
}
