import * as z from 'zod';

/** Categories in which a device counts the hits of a sample (3.10.1). `custom`: a parent’s own terms. */
export const HIT_CATEGORIES = ['custom', 'profanity', 'sexual_content', 'substance_abuse', 'violence', 'uncategorized'] as const;

/** Maximum number of screens in a sample. */
export const SCREENS_MAX = 8;

const sizeSchema = z.object({ width: z.number().int().positive(), height: z.number().int().positive() });
const sampleDetailsSchema = z.object({
  v: z.literal(1),
  app: z.object({ id: z.string(), name: z.string() }).nullable(),
  title: z.string().nullable(),
  thumb: sizeSchema,
  /** Base64 of a ThumbHash. Null if the device made none. */
  thumb_hash: z.string().nullable(),
  screens: z
    .array(sizeSchema.extend({ text: z.string() }))
    .min(1)
    .max(SCREENS_MAX),
  /** Where `term` was found in the text of a screen. `start` and `end` count UTF-16 code units. */
  hits: z.array(
    z.object({
      category: z.enum(HIT_CATEGORIES),
      term: z.string(),
      screen: z.number().int().nonnegative(),
      start: z.number().int().nonnegative(),
      end: z.number().int().positive(),
    }),
  ),
});
/** What a device seals beside the images: app, title, recognized text and hits (docs/reference/sealed-samples.md). */
export type SampleDetails = z.infer<typeof sampleDetailsSchema>;

/** Parses the content of a `meta` object. Returns null for invalid details and for those of an unknown version. */
export function parseSampleDetails(text: string): SampleDetails | null {
  try {
    return sampleDetailsSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
