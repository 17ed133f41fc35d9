const MINUTE_MS = 60_000;
/** Maximum number of separate lines per minute. */
const MAX_LINES = 100;

/** A log line, with the number of events since the previous one. */
export type LogLine<Kind> = { kind: Kind; network: string; times: number };

/**
 * Limits log lines that a flood would repeat. Each kind and network logs its first event immediately; further events of that minute are
 * counted and logged with the first event of a later minute. Beyond a hundred lines per minute, the remaining networks of a kind share one
 * line.
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
