import type { HIT_CATEGORIES } from '#app/domain/sample-details.ts';

/** Words that the simulated device searches for, in English. A real child app has its own lists for the languages of its texts. */
export const HIT_WORDS: Record<Exclude<(typeof HIT_CATEGORIES)[number], 'custom'>, ReadonlyArray<string>> = {
  profanity: ['damn', 'crap', 'bastard', 'asshole', 'bullshit', 'piss off', 'shit'],
  sexual_content: ['porn', 'sexting', 'send nudes', 'nudes', 'sex', 'naked'],
  substance_abuse: ['vape', 'vaping', 'weed', 'cocaine', 'drunk', 'vodka', 'get high', 'dope'],
  violence: ['kill', 'killer', 'shoot', 'headshot', 'stab', 'beat you up', 'knife', 'gun'],
  uncategorized: ['nobody likes you', 'hate you', 'casino', 'betting', 'hurt myself', 'home alone'],
};
