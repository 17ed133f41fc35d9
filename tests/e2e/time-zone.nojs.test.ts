import { timeZoneJourneys } from './time-zone-journeys.ts';

timeZoneJourneys();
