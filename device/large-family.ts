import { createPairing, createUser, updateDevice } from '#app/wire/family.ts';
import { openAccount } from './parent.ts';

/** Names that stress layouts: up to 64 characters, several scripts, right-to-left text, and text that looks like markup. */
const HARD_NAMES = [
  'Maximiliane-Alexandra Friederike von Schönberg-Hohenlohe zu Wien',
  'Müller',
  '我們家最年長又最喜歡在晚上偷偷玩平板電腦的大女兒小美',
  'ليلى عبد الرحمن محمد الفارسي الأندلسي',
  'Александра-Екатерина Константинопольская',
  'Ἀλεξάνδρα Παπαδοπούλου-Χριστοδουλοπούλου',
  '🦊🦊🦊🦊🦊🦊🦊🦊🦊🦊',
  '<b>Mia</b>',
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbea',
  'Zoë',
  'O’Brien',
  'נועה בת־אל כהן',
];
const DEVICES = 20;

/**
 * Creates 12 children and 20 devices, with layout-breaking names, through the public API. The last child has no device. `pair` enrolls a
 * device with a code and returns its id.
 */
export async function createLargeFamily(given: {
  apiUrl: string;
  email: string;
  password: string;
  timeZone: string;
  pair: (code: string) => Promise<string>;
}): Promise<void> {
  const { timeZone, pair } = given;
  const { parent } = await openAccount(given);
  const ids: Array<string> = [];
  for (const user_name of HARD_NAMES) {
    ids.push((await parent.call(createUser, { body: { user_obj: { user_name, time_zone: timeZone } } })).user_id);
  }
  for (let index = 0; index < DEVICES; index += 1) {
    const user_id = ids[index % (ids.length - 1)] ?? '';
    const { code } = await parent.call(createPairing, { body: { user_id, os: index % 2 === 0 ? 'android' : 'iOS' } });
    const device_id = await pair(code);
    await parent.call(updateDevice, { body: { device_id, display_name: HARD_NAMES[index % HARD_NAMES.length] } });
  }
}
