import account from '#locales/account/en.json';
import allowance from '#locales/allowance/en.json';
import apps from '#locales/apps/en.json';
import devices from '#locales/devices/en.json';
import common from '#locales/en.json';
import family from '#locales/family/en.json';
import keys from '#locales/keys/en.json';
import locator from '#locales/locator/en.json';
import pairing from '#locales/pairing/en.json';
import plans from '#locales/plans/en.json';
import promo from '#locales/promo/en.json';
import schedules from '#locales/schedules/en.json';
import visitors from '#locales/visitors/en.json';

const files = import.meta.glob<Record<string, unknown>>(
  ['../locales/*.json', '../locales/{visitors,account,keys,family,pairing,devices,schedules,allowance,apps,locator,plans,promo}/*.json'],
  {
    eager: true,
    import: 'default',
  },
);

/** All English texts except the showcase's, for tests of single components. */
export const english = {
  ...common,
  ...visitors,
  ...account,
  ...keys,
  ...family,
  ...pairing,
  ...plans,
  ...promo,
  ...devices,
  ...schedules,
  ...allowance,
  ...locator,
  ...apps,
};

/** Returns the same texts in another language. */
export function textsIn(language: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(files).flatMap(([path, texts]) => (path.endsWith(`/${language}.json`) ? Object.entries(texts) : [])),
  );
}
