import * as z from 'zod';
import { LANGUAGES } from './language.ts';

const lineSchema = (max: number) => z.string().trim().min(1).max(max);

/**
 * The partner of a coupon group, as the operator entered it (A178): its name and what parents said. `language`: that of the quote. `about`:
 * who the parent is, perhaps ''.
 */
export const partnerSchema = z.strictObject({
  name: lineSchema(60),
  testimonials: z
    .array(
      z.strictObject({
        quote: lineSchema(400),
        name: lineSchema(60),
        about: z.string().trim().max(80).default(''),
        language: z.enum(LANGUAGES),
      }),
    )
    .max(12),
});
export type Partner = z.infer<typeof partnerSchema>;
export type Testimonial = Partner['testimonials'][number];

/** Returns the testimonials in the reader’s language or, if there are none, all of them. */
export function chooseTestimonials({ testimonials }: Partner, language: string): Array<Testimonial> {
  const own = testimonials.filter((testimonial) => testimonial.language === language);
  return own.length > 0 ? own : testimonials;
}
