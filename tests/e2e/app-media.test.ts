import { appMediaJourneys } from './app-media-journeys.ts';

appMediaJourneys();
