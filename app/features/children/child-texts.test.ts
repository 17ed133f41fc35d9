import { describe, expect, test } from 'vitest';
import { type ChildTexts, mergeTexts } from './child-texts';

const ben: ChildTexts = { name: 'Ben', birthday: '', gender: 'male', locale: 'en', time_zone: 'Europe/Berlin' };

describe('child texts', () => {
  test.each<[string, ChildTexts | null, Partial<ChildTexts>, Partial<ChildTexts>, Partial<ChildTexts>, Array<string>]>([
    ['one field each', ben, { name: 'Benny' }, { time_zone: 'Asia/Tokyo' }, { name: 'Benny', time_zone: 'Asia/Tokyo' }, ['time_zone']],
    ['the same field', ben, { name: 'Benny' }, { name: 'Benjamin' }, { name: 'Benny' }, ['name']],
    ['nothing typed', ben, {}, { name: 'Benjamin', gender: '' }, { name: 'Benjamin', gender: '' }, ['name', 'gender']],
    ['the same change', ben, { name: 'Benny' }, { name: 'Benny' }, { name: 'Benny' }, []],
    ['emptied here', ben, { locale: '' }, { birthday: '2015-05-14' }, { locale: '', birthday: '2015-05-14' }, ['birthday']],
    ['nothing that the form asks for', ben, { name: 'Benny' }, {}, { name: 'Benny' }, []],
    ['nobody knows what was there', null, { name: 'Benny' }, { gender: '' }, { name: 'Benny' }, ['name', 'gender']],
  ])('two parents at once: %s (S29)', (_case, opened, typed, now, merged, differing) => {
    const result = mergeTexts(opened, { ...ben, ...typed }, { ...ben, ...now });
    expect(result).toEqual({ merged: { ...ben, ...merged }, differing });
  });
});
