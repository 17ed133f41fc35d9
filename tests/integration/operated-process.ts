// Runs the servers under test with the operator's socket in a process that a test can kill: node operated-process.ts <data folder>.
import { openControl } from '#tools/control.ts';
import { startTestServers } from '../servers.ts';

const [data] = process.argv.slice(2);
if (data === undefined) throw new Error('usage: operated-process.ts <data folder>');
const servers = await startTestServers(data);
await openControl(data, servers.webEnv, servers.operator);
console.log(JSON.stringify({ apiUrl: servers.apiUrl }));
