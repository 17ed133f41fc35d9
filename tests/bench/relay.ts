// The socket.io server of the fan-out comparison, which relays in memory like the first example of its documentation. Runs in its own
// process, sends its port to the parent process, and exits with it.
import { createServer } from 'node:http';
import { Server } from 'socket.io';

const server = createServer();
const io = new Server(server, { transports: ['websocket'] });
io.on('connection', (socket) => {
  socket.on('say', (text: unknown) => io.emit('said', text));
});
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
process.on('disconnect', () => process.exit(0));
