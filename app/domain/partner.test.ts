import { describe, expect, test } from 'vitest';
import { chooseTestimonials, partnerSchema } from './partner.ts';

const english = { quote: 'It says why.', name: 'Dana', about: 'Mother of two', language: 'en' } as const;
const german = { quote: 'Es sagt, warum.', name: 'Jan', about: '', language: 'de' } as const;

describe('partnerSchema', () => {
  test('trims texts and takes a testimonial without a word about its author', () => {
    const { about, ...bare } = english;
    expect(partnerSchema.parse({ name: ' Kind Home ', testimonials: [bare] })).toEqual({
      name: 'Kind Home',
      testimonials: [{ ...english, about: '' }],
    });
    expect(about).not.toBe('');
  });

  test.each([
    ['no name', { name: ' ', testimonials: [] }],
    ['an empty quote', { name: 'A', testimonials: [{ ...english, quote: '' }] }],
    ['an unknown language', { name: 'A', testimonials: [{ ...english, language: 'it' }] }],
    ['a misspelt field', { name: 'A', testimonials: [{ ...english, autor: 'Dana' }] }],
    ['too many', { name: 'A', testimonials: Array(13).fill(english) }],
  ])('refuses %s', (_, partner) => {
    expect(partnerSchema.safeParse(partner).success).toBe(false);
  });
});

describe('chooseTestimonials', () => {
  test('shows those in the reader’s language, or all if there are none', () => {
    const partner = { name: 'Kind Home', testimonials: [english, german] };
    expect(chooseTestimonials(partner, 'de')).toEqual([german]);
    expect(chooseTestimonials(partner, 'fr')).toEqual([english, german]);
  });
});
