import { landingJourneys } from './landing-journeys.ts';

landingJourneys();
