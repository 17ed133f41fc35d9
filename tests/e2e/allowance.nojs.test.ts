import { allowanceJourneys } from './allowance-journeys.ts';

allowanceJourneys();
