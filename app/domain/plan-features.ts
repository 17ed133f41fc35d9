import type { Tier } from './plan.ts';

/** The groups of the feature list, in the order of the page (2.19.2, A46). */
export const FEATURE_GROUPS = ['screen_time', 'activity', 'locator', 'supervision'] as const;
export type FeatureGroup = (typeof FEATURE_GROUPS)[number];

/** The entries of the feature list with their group (2.19.1, A46). The language files name each key. */
const FEATURES = {
  blocks_and_grants: 'screen_time',
  schedules: 'screen_time',
  allowance: 'screen_time',
  app_rules: 'screen_time',
  devices: 'screen_time',
  gallery: 'activity',
  on_demand: 'activity',
  periodic_views: 'activity',
  locator: 'locator',
  places: 'locator',
  app_alerts: 'supervision',
  app_organizer: 'supervision',
  block_sites: 'supervision',
  block_text: 'supervision',
  ios_restrictions: 'supervision',
  web_filter: 'supervision',
} as const satisfies Record<string, FeatureGroup>;
export type Feature = keyof typeof FEATURES;

const ALL = Object.keys(FEATURES).filter((key): key is Feature => key in FEATURES);

/** Returns the feature list of a tier’s card by group. Only Premium+ lists the group about activity (SUBS-084, A05). */
export function listFeatures(tier: Tier): Array<{ group: FeatureGroup; features: Array<Feature> }> {
  return FEATURE_GROUPS.filter((group) => group !== 'activity' || tier === 'premium_plus').map((group) => ({
    group,
    features: ALL.filter((feature) => FEATURES[feature] === group),
  }));
}
