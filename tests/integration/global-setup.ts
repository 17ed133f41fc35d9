import { buildForTests } from '../servers.ts';

export default buildForTests;
