// The other side of the fan-out's comparison: socket.io as its documentation begins, relaying in memory. Runs in a process of its own,
// tells its port, and ends with its parent.
import { createServer } from 'node:http';
import { Server } from 'socket.io';

const server = createServer();
const io = new Server(server, { transports: ['websocket'] });
io.on('connection', (socket) => {
  socket.on('say', (text: unknown) => io.emit('said', text));
});
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
process.on('disconnect', () => process.exit(0));
