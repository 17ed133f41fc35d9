import { switchJourneys } from './switch-journeys.ts';

switchJourneys();
