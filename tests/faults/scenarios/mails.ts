import * as z from 'zod';
import { createAccount, resendVerification } from '#app/wire/account.ts';
import { Parent, post, signUpBody, uniqueEmail } from '#tests/clients/parent.ts';
import { fromNewAddress, plainLine } from '../household.ts';
import type { Violation } from '../ledger.ts';
import { observe, order } from '../observe.ts';
import { repeatUntilViolation } from '../repeat.ts';
import type { Found, Scenario, World } from '../scenario.ts';
import { type Server, startServer } from '../server.ts';

const HOUR = 60 * 60_000;
/** Maximum time until a kill: long enough for an email to reach the queue, which delivers within a second. */
const LONGEST_LIFE_MS = 1_500;
const send = fromNewAddress(plainLine);
const mailboxSchema = z.array(z.object({ to: z.string(), text: z.string() }));

export const mails: Scenario = {
  name: 'mails',
  fault: 'the queue takes a mail twice, late, or never; the server is killed between commit and mail',
  holds: ['I1', 'I2', 'I3'],
  run: async (world) => {
    const server = await startServer(world.script);
    try {
      const faulty = [await never(server), await twice(server)].flat();
      const { times, violations } = await killed(world, server);
      return { times: 2 + times, violations: [...faulty, ...violations] };
    } finally {
      await server.close();
    }
  },
};

function killsOf({ size }: World): number {
  return size === 'short' ? 2 : 20;
}

/** Checks a queue that accepts nothing for hours: the email is kept and retried, and sent once when the queue works again. */
async function never({ apiUrl }: Server): Promise<Array<Violation>> {
  const parent = await Parent.signUp(send, undefined, apiUrl);
  const { accountId, email } = parent;
  await untilMailed(apiUrl, email, 1);
  let at = Date.now();
  const passHours = async (hours: number): Promise<void> => {
    for (let hour = 0; hour < hours; hour += 1) {
      at += HOUR;
      parent.clock = at;
      await order(apiUrl, 'skip', { accountId, at });
      await order(apiUrl, 'ring', { accountId, times: 1 }).catch(() => undefined);
    }
  };
  await order(apiUrl, 'queue', { accountId, fault: 'never' });
  await passHours(1);
  await askForMail(parent);
  await passHours(3);
  const waiting = await observe(apiUrl, parent);
  const isTriedAgain = waiting.outbox.length === 1 && waiting.due.some(({ kind }) => kind === 'outbox');
  const lost: Array<Violation> = isTriedAgain ? [] : [{ invariant: 'I1', what: 'a mail that the queue did not take is not tried again' }];
  await order(apiUrl, 'queue', { accountId, fault: null });
  await passHours(1);
  const missing = await untilMailed(apiUrl, email, 2);
  const stuck: Array<Violation> = (await isForgotten(apiUrl, parent))
    ? []
    : [{ invariant: 'I3', what: 'a mail that has left is kept for ever' }];
  return [...lost, ...stuck, ...missing];
}

/**
 * Waits until the family has removed all sent emails from its outbox.
 * @returns false if emails remain after 20 seconds
 */
async function isForgotten(apiUrl: string, parent: Parent): Promise<boolean> {
  for (let tries = 0; tries < 200; tries += 1) {
    if ((await observe(apiUrl, parent)).outbox.length === 0) return true;
    await new Promise((done) => setTimeout(done, 100));
  }
  return false;
}

async function askForMail(parent: Parent): Promise<void> {
  await parent.call(resendVerification, { body: { action: 'resend_email', account_id: parent.accountId } });
}

/** Checks a queue that delivers twice: the email is sent once, and its link verifies once. */
async function twice({ apiUrl }: Server): Promise<Array<Violation>> {
  const parent = await Parent.signUp(send, undefined, apiUrl);
  const { accountId, email } = parent;
  await untilMailed(apiUrl, email, 1);
  await order(apiUrl, 'queue', { accountId, fault: 'twice' });
  parent.clock = Date.now() + HOUR;
  await order(apiUrl, 'skip', { accountId, at: parent.clock });
  await askForMail(parent);
  await order(apiUrl, 'ring', { accountId, times: 1 });
  const missing = await untilMailed(apiUrl, email, 2);
  const links = (await mailsTo(apiUrl, email)).map(({ text }) => new URL(/http\S+verify\?\S+/.exec(text)?.[0] ?? '').search);
  if (new Set(links).size !== 2)
    return [...missing, { invariant: 'I2', what: `${new Set(links).size} different links were mailed, not 2` }];
  const seqs: Array<number> = [];
  for (const link of links) {
    await plainLine(new Request(`${apiUrl}/account_verification${link}`)).then((answer) => answer.text());
    seqs.push((await observe(apiUrl, parent)).seq);
  }
  const changes = new Set(seqs).size;
  return changes === 1 ? missing : [...missing, { invariant: 'I2', what: `one address was verified ${changes} times` }];
}

/**
 * Kills the server during sign-ups. Acknowledged accounts must exist. Their emails must be sent without another request, although the queue
 * loses its contents with its process.
 */
function killed(world: World, server: Server): Promise<Found> {
  const body = (email: string) => post(createAccount.path, signUpBody(email), server.apiUrl);
  return repeatUntilViolation(killsOf(world), async () => {
    const violations: Array<Violation> = [];
    const emails = Array.from({ length: 5 }, uniqueEmail);
    const answers = emails.map((email) => send(body(email)).then((answer) => answer.text().then(() => answer.status)));
    const results = Promise.allSettled(answers);
    await new Promise((done) => setTimeout(done, world.random.int(LONGEST_LIFE_MS)));
    await server.kill('workerd');
    const acknowledged = (await results).map((result) => result.status === 'fulfilled' && result.value === 200);
    await server.wake();
    for (const [index, email] of emails.entries()) {
      const again = await send(body(email));
      const text = await again.text();
      // The server was killed after it reserved the address and before it created the family. Until the reservation expires, sign-up says
      // that another one is in progress (A125).
      const isReserved =
        again.status === 400 && text.includes('Another sign-up for this address is in progress') && acknowledged[index] !== true;
      if (again.status !== 200 && !isReserved)
        violations.push({ invariant: 'I1', what: `a sign-up repeated after a kill was answered ${again.status} ${text}` });
      if (acknowledged[index] === true) {
        const parent = await Parent.signIn(send, email, server.apiUrl);
        const { accountId } = parent;
        await order(server.apiUrl, 'skip', { accountId, at: Date.now() + HOUR });
        await order(server.apiUrl, 'ring', { accountId, times: 1 });
        violations.push(...(await untilMailed(server.apiUrl, email, 1, 2)));
      }
    }
    return violations;
  });
}

async function mailsTo(apiUrl: string, email: string): Promise<z.infer<typeof mailboxSchema>> {
  return mailboxSchema.parse(await order(apiUrl, 'mailbox', {})).filter(({ to }) => to === email);
}

/** Waits for `count` emails. Fewer after 20 seconds or more than `most` is a violation. The queue normally delivers within a second. */
async function untilMailed(apiUrl: string, email: string, count: number, most = count): Promise<Array<Violation>> {
  let found = 0;
  for (let tries = 0; tries < 200; tries += 1) {
    found = (await mailsTo(apiUrl, email)).length;
    if (found >= count) break;
    await new Promise((done) => setTimeout(done, 100));
  }
  return found >= count && found <= most
    ? []
    : [{ invariant: found < count ? 'I1' : 'I2', what: `${found} mails came to ${email}, not ${count}` }];
}
