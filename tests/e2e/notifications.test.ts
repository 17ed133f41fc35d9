import { notificationJourneys } from './notification-journeys.ts';

notificationJourneys({ isWithScript: true });
