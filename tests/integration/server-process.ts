// Runs the servers under test in a separate process, so that a test can kill it. Usage: node server-process.ts <data folder>.
import { startTestServers } from '../servers.ts';

const [data] = process.argv.slice(2);
if (data === undefined) throw new Error('usage: server-process.ts <data folder>');
const servers = await startTestServers(data);
console.log(JSON.stringify({ webUrl: servers.webUrl, apiUrl: servers.apiUrl }));
