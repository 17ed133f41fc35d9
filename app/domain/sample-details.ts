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
  hits: z.array(z.unknown()),
});
/** Where `term` was found in the text of a screen. `start` and `end` count UTF-16 code units. A newer device may know other categories. */
const hitSchema = z.object({
  category: z.enum(HIT_CATEGORIES).catch('uncategorized'),
  term: z.string(),
  screen: z.number().int().nonnegative(),
  start: z.number().int().nonnegative(),
  end: z.number().int().positive(),
});
type Hit = z.infer<typeof hitSchema>;
/** What a device seals beside the images: app, title, recognized text and hits (docs/reference/sealed-samples.md). */
export type SampleDetails = Omit<z.infer<typeof sampleDetailsSchema>, 'hits'> & { hits: Array<Hit> };

/**
 * Parses the content of a `meta` object. Returns null for invalid details and for those of an unknown version. Skips hits outside the text,
 * because the rest can still be shown.
 */
export function parseSampleDetails(text: string): SampleDetails | null {
  try {
    const details = sampleDetailsSchema.parse(JSON.parse(text));
    const hits = details.hits.flatMap((given) => {
      const { data: hit } = hitSchema.safeParse(given);
      const length = hit === undefined ? 0 : (details.screens[hit.screen]?.text.length ?? 0);
      return hit !== undefined && hit.start < hit.end && hit.end <= length ? [hit] : [];
    });
    return { ...details, hits };
  } catch {
    return null;
  }
}
