// The socket.io side of the fan-out comparison: the starting example of its documentation, relaying in memory. Runs in its own process,
// sends its port, and exits with its parent.
import { createServer } from 'node:http';
import { Server } from 'socket.io';

const server = createServer();
const io = new Server(server, { transports: ['websocket'] });
io.on('connection', (socket) => {
  socket.on('say', (text: unknown) => io.emit('said', text));
});
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
process.on('disconnect', () => process.exit(0));
