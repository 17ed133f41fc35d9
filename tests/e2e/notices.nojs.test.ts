import { noticeJourneys } from './notice-journeys.ts';

noticeJourneys({ isWithScript: false });
