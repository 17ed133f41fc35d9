import { recoveryJourneys } from './recovery-journeys.ts';

recoveryJourneys();
