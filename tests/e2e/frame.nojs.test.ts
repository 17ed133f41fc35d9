import { frameJourneys } from './frame-journeys.ts';

frameJourneys();
