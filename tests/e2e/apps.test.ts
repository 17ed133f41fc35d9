import { appsJourneys } from './apps-journeys.ts';

appsJourneys();
