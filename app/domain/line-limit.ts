const MINUTE_MS = 60_000;
/** So many lines of their own have kinds and networks in a minute. */
const MOST_LINES = 100;

/** A line that the log gets: how often it happened since the line before. */
export type LimitedLine<Kind> = { kind: Kind; network: string; times: number };

/**
 * Limits the lines of something that a flood repeats: each kind has one at once for each network, and what comes in the same minute is
 * counted. The first that comes in a later minute brings those counts as lines. Beyond a hundred in a minute, a kind's other networks share one.
 */
export function createLineLimit<Kind extends string>(): (kind: Kind, network: string, now: number) => Array<LimitedLine<Kind>> {
  let since = 0;
  let counts = new Map<string, LimitedLine<Kind>>();
  return (kind, from, now) => {
    const lines: Array<LimitedLine<Kind>> = [];
    if (now - since >= MINUTE_MS) {
      lines.push(...[...counts.values()].filter(({ times }) => times > 0));
      since = now;
      counts = new Map();
    }
    const network = counts.has(`${kind} ${from}`) || counts.size < MOST_LINES ? from : 'others';
    const known = counts.get(`${kind} ${network}`);
    if (known !== undefined) known.times += 1;
    else {
      counts.set(`${kind} ${network}`, { kind, network, times: 0 });
      lines.push({ kind, network, times: 1 });
    }
    return lines;
  };
}
