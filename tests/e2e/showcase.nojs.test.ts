import { showcaseJourneys } from './showcase-journeys.ts';

showcaseJourneys();
