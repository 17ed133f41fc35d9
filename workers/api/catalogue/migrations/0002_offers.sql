-- Offers: groups that a sign-up may join, coupons, and the codes that stand for them. An operator adds his own (workers/api/README.md); no
-- code is made here, since whoever reads this source could redeem it.
-- `header` names the sentence of the landing page, in the reader's language; `discount_header` is the same in English, for the wire.
CREATE TABLE benefit_group (
  group_id TEXT PRIMARY KEY,
  workflow TEXT CHECK (workflow IN ('affiliate_promo', 'affiliate_1tc_promo')),
  allow_signup INTEGER NOT NULL CHECK (allow_signup IN (0, 1)),
  scopes_json TEXT NOT NULL,
  percent_off INTEGER NOT NULL DEFAULT 0 CHECK (percent_off BETWEEN 0 AND 100),
  trial_secs INTEGER NOT NULL DEFAULT 0 CHECK (trial_secs >= 0),
  header TEXT CHECK (header IN ('trial', 'percent', 'annual_percent'))
) WITHOUT ROWID;

-- One row for all codes that bring the same. `ends_at`, epoch ms: none is taken any more from then on.
CREATE TABLE coupon (
  coupon_group_id TEXT PRIMARY KEY,
  group_id TEXT NOT NULL REFERENCES benefit_group (group_id),
  workflow TEXT CHECK (workflow IN ('affiliate_promo', 'affiliate_1tc_promo')),
  scopes_json TEXT NOT NULL,
  limit_skus_json TEXT NOT NULL DEFAULT '[]',
  limit_groups_json TEXT NOT NULL DEFAULT '[]',
  sku_benefits_json TEXT NOT NULL DEFAULT '[]',
  percent_off INTEGER NOT NULL DEFAULT 0 CHECK (percent_off BETWEEN 0 AND 100),
  trial_secs INTEGER NOT NULL DEFAULT 0 CHECK (trial_secs >= 0),
  available_secs INTEGER NOT NULL CHECK (available_secs >= 0),
  ends_at INTEGER,
  header TEXT CHECK (header IN ('trial', 'percent', 'annual_percent')),
  discount_header TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;

-- Upper case. The codes of a coupon with the workflow affiliate_1tc_promo are good for one account each.
CREATE TABLE coupon_code (
  code TEXT PRIMARY KEY CHECK (code = upper(code) AND length(code) BETWEEN 4 AND 64),
  coupon_group_id TEXT NOT NULL REFERENCES coupon (coupon_group_id)
) WITHOUT ROWID;

INSERT INTO benefit_group (group_id, workflow, allow_signup, scopes_json, percent_off, trial_secs, header) VALUES
  ('family-friends', 'affiliate_promo', 1, '["extended_trial"]', 0, 2592000, 'trial'),
  ('school-2025', 'affiliate_promo', 0, '["extended_trial"]', 0, 2592000, 'trial'),
  ('newsletter', NULL, 1, '[]', 0, 0, NULL);

INSERT INTO coupon (coupon_group_id, group_id, workflow, scopes_json, limit_skus_json, limit_groups_json, sku_benefits_json, percent_off, trial_secs, available_secs, ends_at, header, discount_header) VALUES
  ('long-trial', 'newsletter', NULL, '["extended_trial"]', '[]', '[]', '[]', 0, 5184000, 7776000, NULL, 'trial', '60 free days when you choose a plan.'),
  ('annual-25', 'family-friends', 'affiliate_promo', '["stripe_coupon"]', '["premium_annual","premium_plus_annual"]', '["family-friends"]', '["premium_annual","premium_plus_annual"]', 25, 0, 2592000, NULL, 'annual_percent', '25% off annual plans.'),
  ('one-time-50', 'family-friends', 'affiliate_1tc_promo', '["stripe_coupon"]', '["premium_annual"]', '["family-friends"]', '["premium_annual"]', 50, 0, 2592000, NULL, 'percent', '50% off your plan.'),
  ('autumn-2025', 'newsletter', NULL, '["extended_trial"]', '[]', '[]', '[]', 0, 2592000, 2592000, 1767225600000, 'trial', '30 free days when you choose a plan.');
