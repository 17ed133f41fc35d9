import { type ChildAppSettings, findWrongChildApps, WRONG_CHILD_APP } from '#app/domain/child-apps.ts';

/** Returns the fault in the child app's settings as a sentence for a failed start, or null. */
export function findChildAppFault(settings: ChildAppSettings): string | null {
  const [wrong] = findWrongChildApps(settings);
  return wrong === undefined ? null : `${wrong} ${WRONG_CHILD_APP}; got “${settings[wrong]}”.`;
}
