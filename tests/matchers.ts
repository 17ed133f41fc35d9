// Matchers for what a parent's browser gets: a redirect, the message of the next page, or a form that is shown again.

import type { AppLoadContext } from '@remix-run/cloudflare';
import { expect } from 'vitest';
import { takeToast } from '#app/server/toast.server.ts';
import { requestWithCookies, webContext } from './web-context.ts';

type Params = Record<string, unknown>;

type BrowserMatchers<Result> = {
  /** Passes if the value is a redirect Response whose Location is exactly `path`. For a thrown one, use `rejects.toRedirectTo`. */
  toRedirectTo(path: string): Result;
  /**
   * Passes if the next page after this context's response shows the message `key`. Null means no message. `params`: all its interpolation
   * values. Keeps the message for the next page.
   */
  toShowToast(key: string | null, params?: Params): Promise<void>;
  /** Passes if an action's reply shows its form again with the message `key`, and with `status` if given. */
  toBeRefusedWith(key: string, status?: number): Result;
};

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> extends BrowserMatchers<R> {}
}

expect.extend({
  toRedirectTo(received: unknown, path: string) {
    return {
      pass: received instanceof Response && isRedirect(received) && received.headers.get('Location') === path,
      message: () => `expected ${this.isNot ? 'no ' : ''}redirect to ${path}, but got ${inWords(received)}`,
    };
  },

  async toShowToast(received: unknown, key: string | null, params?: Params) {
    if (!isContext(received)) throw new TypeError(`toShowToast needs the context of a request, but got ${inWords(received)}`);
    const text = (await takeToast(requestWithCookies(received), webContext()))?.text ?? null;
    const pass = (text?.key ?? null) === key && (params === undefined || this.equals(text?.params, params));
    const wanted = key === null ? 'no message' : `the message ${describeText({ key, params })}`;
    const got = text === null ? 'no message' : `the message ${describeText(text)}`;
    return { pass, message: () => `expected the next page ${this.isNot ? 'not ' : ''}to show ${wanted}, but it shows ${got}` };
  },

  toBeRefusedWith(received: unknown, key: string, status?: number) {
    const reply = toReply(received);
    const wanted = `the form again with the message ${key}${status === undefined ? '' : ` and status ${status}`}`;
    return {
      pass: reply?.notice?.key === key && (status === undefined || reply.status === status),
      message: () => `expected ${this.isNot ? 'anything but ' : ''}${wanted}, but got ${inWords(received)}`,
    };
  },
});

function isRedirect({ status }: Response): boolean {
  return status >= 300 && status < 400;
}

function isContext(value: unknown): value is AppLoadContext {
  return isRecord(value) && Array.isArray(value.responseCookies);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

type Reply = { status: unknown; notice: { key: string; params: unknown } | null; errors: unknown };

/** Returns the parts of an action's data reply, or null for any other value. Without a status, the browser gets 200. */
function toReply(value: unknown): Reply | null {
  if (!isRecord(value) || !isRecord(value.data)) return null;
  const { notice, lastResult } = value.data;
  return {
    status: isRecord(value.init) ? (value.init.status ?? 200) : 200,
    notice: isRecord(notice) && typeof notice.key === 'string' ? { key: notice.key, params: notice.params } : null,
    errors: isRecord(lastResult) ? (lastResult.error ?? null) : null,
  };
}

function inWords(value: unknown): string {
  if (value instanceof Response) {
    const location = value.headers.get('Location');
    return location === null ? `a response with status ${value.status}` : `a response with status ${value.status} and Location ${location}`;
  }
  if (value instanceof Error) return `the error ${value.name}: ${value.message}`;
  const reply = toReply(value);
  if (reply === null) return JSON.stringify(value) ?? String(value);
  const message = reply.notice === null ? 'no message' : `the message ${describeText(reply.notice)}`;
  const errors = reply.errors === null ? '' : ` and the field errors ${JSON.stringify(reply.errors)}`;
  return `the form again with status ${reply.status}, ${message}${errors}`;
}

function describeText({ key, params }: { key: string; params?: unknown }): string {
  return isRecord(params) && Object.keys(params).length > 0 ? `${key} ${JSON.stringify(params)}` : key;
}
