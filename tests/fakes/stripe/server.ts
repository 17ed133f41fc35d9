import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Account, createAccount, type Fault } from './account.ts';
import { answerCall, nameCall } from './answer-call.ts';
import { answerControl, flushIfAuto } from './answer-control.ts';
import { checkoutPage, invoicePage, type Page } from './pages.ts';
import { StripeRefusal } from './refusal.ts';

export type StripeServer = { origin: string; port: number; close(): Promise<void> };

/**
 * Starts a fake Stripe on loopback: the API for the SDK, hosted pages for browsers, and `/_fake/{key}/…` for tests. Each secret key is an
 * account with its own data and clock. Keys start with `sk_test_`; `sk_test_wrong…` is refused.
 */
export async function startStripe(port = 0): Promise<StripeServer> {
  const accounts = new Map<string, { account: Account; calls: Array<string> }>();
  let origin = '';
  const open = (key: string) => {
    const found = accounts.get(key) ?? { account: createAccount(`a${accounts.size + 1}`, origin), calls: [] };
    accounts.set(key, found);
    return found;
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      console.error(error);
      send(response, 500, 'text/plain', String(error));
    });
  });
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', origin);
    const body = await readBody(request);
    const [, first = '', second = '', third = ''] = url.pathname.split('/');
    if (first === '_fake') {
      const { account, calls } = open(second);
      send(response, 200, 'application/json', JSON.stringify(await answerControl(account, calls, third, JSON.parse(body || '{}'))));
    } else if (first === 'v1') {
      await answerApi(request, response, url, body);
    } else {
      await answerPage(request, response, first === 'c' ? third : second, first === 'c' ? checkoutPage : invoicePage, body);
    }
  };
  const answerApi = async (request: IncomingMessage, response: ServerResponse, url: URL, body: string): Promise<void> => {
    const key = /^Bearer (sk_test_(?!wrong)\w+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (key === undefined) {
      const error = { type: 'invalid_request_error', message: 'Invalid API Key provided.' };
      return send(response, 401, 'application/json', JSON.stringify({ error }));
    }
    const { account, calls } = open(key);
    const method = request.method ?? 'GET';
    const call = nameCall(method, url.pathname);
    calls.push(call ?? `${method} ${url.pathname}`);
    const fault = takeFault(account, call);
    if (fault?.kind === 'cut') return void request.socket.destroy();
    if (fault?.kind === 'outage') {
      return send(response, 503, 'application/json', JSON.stringify({ error: { type: 'api_error', message: 'Unavailable.' } }));
    }
    if (fault?.kind === 'delay') await new Promise((done) => setTimeout(done, fault.ms ?? 0));
    const {
      status,
      body: text,
      isReplayed,
    } = answerCall(
      account,
      {
        method,
        path: url.pathname,
        form: method === 'GET' ? url.search.slice(1) : body,
        version: String(request.headers['stripe-version'] ?? ''),
        key: request.headers['idempotency-key'] === undefined ? undefined : String(request.headers['idempotency-key']),
      },
      fault?.kind === 'error_after' ? 'error_after' : null,
    );
    if (fault?.kind === 'cut_after') return void request.socket.destroy();
    send(response, status, 'application/json', text, isReplayed ? { 'Idempotent-Replayed': 'true' } : {});
    await flushIfAuto(account);
  };
  const answerPage = async (
    request: IncomingMessage,
    response: ServerResponse,
    id: string,
    page: (account: Account, id: string, form: URLSearchParams | null) => Page,
    body: string,
  ): Promise<void> => {
    const name = /_(a\d+)x\d+$/.exec(id)?.[1];
    const found = [...accounts.values()].find(({ account }) => account.name === name);
    if (found === undefined) return send(response, 404, 'text/plain', 'Not found');
    try {
      const { status, location, html = '' } = page(found.account, id, request.method === 'POST' ? new URLSearchParams(body) : null);
      send(response, status, 'text/html; charset=utf-8', html, location === undefined ? {} : { Location: location });
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error;
      send(response, error.status, 'text/plain', error.message);
    }
    await flushIfAuto(found.account);
  };
  await new Promise<void>((done, fail) => server.once('error', fail).listen(port, '127.0.0.1', done));
  const address = server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  origin = `http://127.0.0.1:${bound}`;
  return {
    origin,
    port: bound,
    close: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
}

function takeFault(account: Account, call: string | null): Fault | null {
  const fault = account.faults.find((planned) => planned.times > 0 && (planned.call === '*' || planned.call === call));
  if (fault === undefined) return null;
  fault.times -= 1;
  return fault;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Array<Buffer> = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function send(response: ServerResponse, status: number, type: string, body: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body), ...headers }).end(body);
}
