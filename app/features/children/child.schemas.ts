import * as z from 'zod';
import { childNameSchema } from '~/domain/child';

/** A child's name and time zone. The zone is checked by the server: the list of zones is too long for a page. */
export const childSchema = z.object({ name: childNameSchema, time_zone: z.string().min(1, 'missing_time_zone').max(64) });
