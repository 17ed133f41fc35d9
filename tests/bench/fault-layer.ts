import type { Device } from '#device/call.ts';
import type { Connect } from '#device/socket.ts';

/** Share of requests and frames with each fault; the sum stays well below 1. */
const SHARES = { dropped: 0.05, doubled: 0.05, late: 0.2 };
const LATEST_MS = 300;

export type Faults = { dropped: number; doubled: number; late: number; answersLost: number };

/** A network between one device and the server that loses, duplicates and reorders messages. Has no effect until `switchOn`. */
export type FaultLayer = Pick<Device, 'fetch'> & { connect: Connect; switchOn(): void; switchOff(): void };

/** Creates the network of one device. `counted` adds up the faults of all devices of a run. */
export function createFaultLayer(counted: Faults): FaultLayer {
  let isOn = false;
  const meets = (fault: keyof typeof SHARES): boolean => {
    if (!isOn || Math.random() >= SHARES[fault]) return false;
    counted[fault] += 1;
    return true;
  };
  const late = () => new Promise<void>((done) => setTimeout(done, Math.random() * LATEST_MS));

  /** Delivers a frame immediately, with a delay, twice, or never. */
  const pass = (deliver: () => void): void => {
    if (meets('dropped')) return;
    if (meets('doubled')) deliver();
    if (meets('late')) void late().then(deliver);
    else deliver();
  };

  return {
    switchOn: () => {
      isOn = true;
    },
    switchOff: () => {
      isOn = false;
    },
    fetch: async (input, init) => {
      if (meets('late')) await late();
      if (meets('dropped')) throw new TypeError('lost on the way there');
      if (meets('doubled')) {
        // Ignores the answer to the duplicate, as when the network repeats a request.
        void fetch(input, init).then(
          (answer) => answer.body?.cancel(),
          () => undefined,
        );
      }
      const answer = await fetch(input, init);
      if (isOn && Math.random() < SHARES.dropped) {
        counted.answersLost += 1;
        await answer.body?.cancel();
        throw new TypeError('lost on the way back');
      }
      return answer;
    },
    connect: (url, headers) => {
      // Node’s WebSocket accepts headers; TypeScript uses the browser’s type, which does not.
      const socket: WebSocket = Reflect.construct(WebSocket, [url, { headers }]);
      const [listen, send] = [socket.addEventListener.bind(socket), socket.send.bind(socket)];
      Object.defineProperty(socket, 'send', {
        value: (data: string) => pass(() => (socket.readyState === WebSocket.OPEN ? send(data) : undefined)),
      });
      Object.defineProperty(socket, 'addEventListener', {
        value: (type: string, listener: (event: Event) => void) =>
          listen(type, type === 'message' ? (event) => pass(() => listener(event)) : listener),
      });
      return socket;
    },
  };
}
