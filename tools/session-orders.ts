import type { WebEnv } from '#app/context.ts';
import type { Report } from './control.ts';

type Session = { name: string; os: string; place: string | null; createdAt: number; seenAt: number };

/** Lists an account’s sessions, or ends all of them, for the operator. */
export async function runSessionOrder(order: 'list-sessions' | 'end-sessions', email: string, { INTERNAL }: WebEnv): Promise<Report> {
  if (order === 'list-sessions') {
    const sessions = await INTERNAL.listSessions(email);
    if (sessions === null) return unknownAddress(email);
    const lines = [`${email} has ${count(sessions.length)}${sessions.length === 0 ? '.' : ':'}`, ...sessions.map(describe)];
    return { ok: true, said: lines.join('\n') };
  }
  const ended = await INTERNAL.endSessions(email);
  if (ended === null) return unknownAddress(email);
  return { ok: true, said: `${email}: ended ${count(ended)}. Devices stay paired.` };
}

function unknownAddress(email: string): Report {
  return { ok: false, said: `No account with the address ${email}.` };
}

function count(sessions: number): string {
  return sessions === 0 ? 'no sessions' : sessions === 1 ? '1 session' : `${sessions} sessions`;
}

/** Formats a session in one line, with times in UTC, as in the log. */
function describe({ name, os, place, createdAt, seenAt }: Session): string {
  const [from, last] = [createdAt, seenAt].map((at) => new Date(at).toISOString().slice(0, 16).replace('T', ' '));
  const what = printable([name, os, place ?? ''].filter((part) => part !== '').join(', '));
  return `  ${what || 'Unknown browser'}: logged in ${from}, last used ${last} UTC`;
}

/** Removes control and format characters, because browsers choose session names and a terminal could interpret such characters. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '');
}
