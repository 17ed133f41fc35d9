-- What is shared and replaceable: plans, limits, flags, choices. Prices in US cents (spec/decisions.md A43).
CREATE TABLE tier_limit (
  tier TEXT NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (tier, name)
) WITHOUT ROWID;

CREATE TABLE sku (
  sku TEXT PRIMARY KEY,
  tier TEXT NOT NULL,
  billing_cycle TEXT CHECK (billing_cycle IN ('monthly', 'annual')),
  price_usd INTEGER NOT NULL,
  trial_days INTEGER NOT NULL,
  purchasable INTEGER NOT NULL,
  recurring INTEGER NOT NULL,
  weight INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE feature_flag (
  name TEXT PRIMARY KEY,
  enabled INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE onboarding_choice (
  kind TEXT NOT NULL CHECK (kind IN ('concerns', 'users')),
  position INTEGER NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (kind, position)
) WITHOUT ROWID;

INSERT INTO tier_limit (tier, name, value) VALUES
  ('free', 'allowance', 'off'),
  ('free', 'blocks_per_month', '5'),
  ('free', 'child_users_per_account', 'unlimited'),
  ('free', 'devices_per_account', '1'),
  ('free', 'geolocation', 'off'),
  ('free', 'geolocation_days', '0'),
  ('free', 'grants_per_month', 'unlimited'),
  ('free', 'granularity', 'off'),
  ('free', 'schedule_granularity', 'off'),
  ('free', 'schedules_per_child', '1'),
  ('free', 'vew', 'off'),
  ('free', 'vew_on_demand_per_month', '0'),
  ('grandfathered', 'allowance', 'off'),
  ('grandfathered', 'blocks_per_month', 'unlimited'),
  ('grandfathered', 'child_users_per_account', 'unlimited'),
  ('grandfathered', 'devices_per_account', '5'),
  ('grandfathered', 'geolocation', 'off'),
  ('grandfathered', 'geolocation_days', '0'),
  ('grandfathered', 'grants_per_month', 'unlimited'),
  ('grandfathered', 'granularity', 'off'),
  ('grandfathered', 'schedule_granularity', 'off'),
  ('grandfathered', 'schedules_per_child', 'unlimited'),
  ('grandfathered', 'vew', 'off'),
  ('grandfathered', 'vew_on_demand_per_month', '0'),
  ('plus', 'allowance', 'off'),
  ('plus', 'blocks_per_month', 'unlimited'),
  ('plus', 'child_users_per_account', 'unlimited'),
  ('plus', 'devices_per_account', '10'),
  ('plus', 'geolocation', 'off'),
  ('plus', 'geolocation_days', '0'),
  ('plus', 'grants_per_month', 'unlimited'),
  ('plus', 'granularity', 'off'),
  ('plus', 'schedule_granularity', 'off'),
  ('plus', 'schedules_per_child', 'unlimited'),
  ('plus', 'vew', 'off'),
  ('plus', 'vew_on_demand_per_month', '0'),
  ('premium', 'allowance', 'on'),
  ('premium', 'blocks_per_month', 'unlimited'),
  ('premium', 'child_users_per_account', 'unlimited'),
  ('premium', 'devices_per_account', '20'),
  ('premium', 'geolocation', 'on'),
  ('premium', 'geolocation_days', '3'),
  ('premium', 'grants_per_month', 'unlimited'),
  ('premium', 'granularity', 'on'),
  ('premium', 'schedule_granularity', 'on'),
  ('premium', 'schedules_per_child', 'unlimited'),
  ('premium', 'vew', 'on'),
  ('premium', 'vew_on_demand_per_month', '30'),
  ('premium_plus', 'allowance', 'on'),
  ('premium_plus', 'blocks_per_month', 'unlimited'),
  ('premium_plus', 'child_users_per_account', 'unlimited'),
  ('premium_plus', 'devices_per_account', '20'),
  ('premium_plus', 'geolocation', 'on'),
  ('premium_plus', 'geolocation_days', '14'),
  ('premium_plus', 'grants_per_month', 'unlimited'),
  ('premium_plus', 'granularity', 'on'),
  ('premium_plus', 'schedule_granularity', 'on'),
  ('premium_plus', 'schedules_per_child', 'unlimited'),
  ('premium_plus', 'vew', 'on'),
  ('premium_plus', 'vew_on_demand_per_month', 'unlimited');

INSERT INTO sku (sku, tier, billing_cycle, price_usd, trial_days, purchasable, recurring, weight) VALUES
  ('free', 'free', NULL, 0, 0, 0, 0, 0),
  ('grandfathered', 'grandfathered', NULL, 0, 0, 0, 0, 10),
  ('plus_monthly', 'plus', 'monthly', 199, 0, 0, 1, 20),
  ('plus_annual', 'plus', 'annual', 1999, 0, 0, 1, 21),
  ('premium_monthly', 'premium', 'monthly', 699, 14, 1, 1, 30),
  ('premium_annual', 'premium', 'annual', 6999, 14, 1, 1, 31),
  ('premium_plus_monthly', 'premium_plus', 'monthly', 999, 14, 1, 1, 40),
  ('premium_plus_annual', 'premium_plus', 'annual', 9999, 14, 1, 1, 41);

INSERT INTO onboarding_choice (kind, position, value) VALUES
  ('concerns', 0, 'screen_time'),
  ('concerns', 1, 'sleep'),
  ('concerns', 2, 'content'),
  ('concerns', 3, 'whereabouts'),
  ('concerns', 4, 'apps'),
  ('users', 0, 'young_child'),
  ('users', 1, 'school_child'),
  ('users', 2, 'teenager');
