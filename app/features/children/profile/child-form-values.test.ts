import { describe, expect, test } from 'vitest';
import { type ChildFormValues, mergeFormValues } from './child-form-values';

const ben: ChildFormValues = { name: 'Ben', birthday: '', gender: 'male', locale: 'en', time_zone: 'Europe/Berlin' };

describe('mergeFormValues', () => {
  test.each<[string, ChildFormValues | null, Partial<ChildFormValues>, Partial<ChildFormValues>, Partial<ChildFormValues>, Array<string>]>([
    ['different fields', ben, { name: 'Benny' }, { time_zone: 'Asia/Tokyo' }, { name: 'Benny', time_zone: 'Asia/Tokyo' }, ['time_zone']],
    ['different values for the same field', ben, { name: 'Benny' }, { name: 'Benjamin' }, { name: 'Benny' }, ['name']],
    ['nothing typed', ben, {}, { name: 'Benjamin', gender: '' }, { name: 'Benjamin', gender: '' }, ['name', 'gender']],
    ['the same change twice', ben, { name: 'Benny' }, { name: 'Benny' }, { name: 'Benny' }, []],
    ['a field cleared here', ben, { locale: '' }, { birthday: '2015-05-14' }, { locale: '', birthday: '2015-05-14' }, ['birthday']],
    ['no change to a form field by the other parent', ben, { name: 'Benny' }, {}, { name: 'Benny' }, []],
    ['unknown initial values', null, { name: 'Benny' }, { gender: '' }, { name: 'Benny' }, ['name', 'gender']],
  ])('merges the changes of two parents: %s (S29)', (_case, opened, typed, now, merged, differing) => {
    const result = mergeFormValues(opened, { ...ben, ...typed }, { ...ben, ...now });
    expect(result).toEqual({ merged: { ...ben, ...merged }, differing });
  });
});
