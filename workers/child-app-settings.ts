import { type ChildAppSettings, findWrongChildApps, WRONG_CHILD_APP } from '../app/domain/child-apps.ts';

/** What is wrong with the settings of the child app, as a sentence that a start refuses with; null where nothing is. */
export function findChildAppFault(settings: ChildAppSettings): string | null {
  const [wrong] = findWrongChildApps(settings);
  return wrong === undefined ? null : `${wrong} ${WRONG_CHILD_APP}; got «${settings[wrong]}».`;
}
