import { createRefresher } from '#app/browser/refresher.ts';
import { type BlockStatusWire, getBlockStatus } from '#app/wire/block-status.ts';
import { createRule } from '#app/wire/rule.ts';
import type { Parent } from '../clients/parent.ts';
import { BrowserSocket, tokenOf } from './browser-socket.ts';
import type { Product } from './product.ts';

/**
 * Times of a tap in ms. `seenMs`: from the tap until the page shows that every device of the child confirmed. `sentMs`, `confirmedMs`: from
 * the save until the server sent to the last device and received its confirmation.
 */
export type Seen = { seenMs: number; sentMs: number; confirmedMs: number };

type Tap = { begun: number; savedAt: number; done: (seen: Seen) => void };

const PATIENCE_MS = 15_000;

/**
 * A parent’s open page without rendering. Hints on the socket trigger reads. As in the page’s own code, hints are collected for 250 ms
 * (RT-014).
 */
export class ParentPage {
  readonly #parent: Parent;
  readonly #socket: BrowserSocket;
  readonly #taps = new Map<string, Tap>();
  readonly #refresher = createRefresher(
    () => true,
    () => void this.#read(),
  );

  private constructor(parent: Parent, product: Product, token: string) {
    this.#parent = parent;
    this.#socket = new BrowserSocket({
      base: product.apiUrl.replace('http', 'ws'),
      token,
      onFrame: ({ type }) => {
        if (type !== 'hello') this.#refresher.request();
      },
    });
  }

  static async open(product: Product, parent: Parent): Promise<ParentPage> {
    const page = new ParentPage(parent, product, await tokenOf(parent));
    await page.#socket.open();
    return page;
  }

  /**
   * Blocks or allows the child for an hour, and waits until the page shows that all devices confirmed.
   * @returns the times, or null on a timeout
   */
  async tap(childId: string, effect: 'block' | 'grant'): Promise<Seen | null> {
    const begun = performance.now();
    const body = { type: 'override', ruledef_name: effect, expiry: Date.now() + 3_600_000 } as const;
    let patience: NodeJS.Timeout | undefined;
    const seen = new Promise<Seen | null>((done) => {
      patience = setTimeout(() => done(null), PATIENCE_MS);
      this.#taps.set(childId, { begun, savedAt: Number.POSITIVE_INFINITY, done });
    });
    try {
      const { created_ts } = await this.#parent.call(createRule, { query: { user_id: childId }, body });
      const tap = this.#taps.get(childId);
      if (tap !== undefined) this.#taps.set(childId, { ...tap, savedAt: created_ts });
      return await seen;
    } finally {
      clearTimeout(patience);
      this.#taps.delete(childId);
    }
  }

  close(): void {
    this.#refresher.stop();
    this.#socket.end();
  }

  async #read(): Promise<void> {
    const end = this.#refresher.loadStarted();
    try {
      const query = { dev_info: 'true', rule_info: 'true', usage: 'true' };
      for (const status of await this.#parent.call(getBlockStatus, { query })) this.#show(status);
      end(true);
    } catch {
      end(false);
    }
  }

  #show({ user_id, devices = [] }: BlockStatusWire): void {
    const tap = this.#taps.get(user_id);
    const commands = devices.flatMap(({ command }) => command ?? []);
    const isShown =
      commands.length > 0 && commands.every(({ state, saved_ts }) => state === 'confirmed' && saved_ts >= (tap?.savedAt ?? 0));
    if (tap === undefined || !isShown) return;
    const longest = (instantOf: (command: (typeof commands)[number]) => number | null) =>
      Math.max(...commands.map((command) => (instantOf(command) ?? command.saved_ts) - command.saved_ts));
    tap.done({
      seenMs: performance.now() - tap.begun,
      sentMs: longest(({ sent_ts }) => sent_ts),
      confirmedMs: longest(({ confirmed_ts }) => confirmed_ts),
    });
  }
}
