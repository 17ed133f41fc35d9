import type { Device } from '../../device/call.ts';
import type { Connect } from '../../device/socket.ts';

/** Shares of calls and frames that meet each fault; together well below 1. */
const SHARES = { dropped: 0.05, doubled: 0.05, late: 0.2 };
const LATEST_MS = 300;

export type Faults = { dropped: number; doubled: number; late: number; answersLost: number };

/** A network that loses, doubles and reorders, between one device and the server; harmless until it is switched on. */
export type FaultLayer = Pick<Device, 'fetch'> & { connect: Connect; switchOn(): void; switchOff(): void };

/** `counted` is shared by all devices of a run. */
export function createFaultLayer(counted: Faults): FaultLayer {
  let isOn = false;
  const meets = (fault: keyof typeof SHARES): boolean => {
    if (!isOn || Math.random() >= SHARES[fault]) return false;
    counted[fault] += 1;
    return true;
  };
  const late = () => new Promise<void>((done) => setTimeout(done, Math.random() * LATEST_MS));

  /** Lets a frame through: at once, later than those after it, twice, or never. */
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
        // Its answer is nobody's business, as with a line that repeats itself.
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
      // Node's WebSocket takes headers; the browser's, by which TypeScript goes, does not.
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
