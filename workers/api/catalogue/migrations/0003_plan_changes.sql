-- How a plan can be changed (A48). limit_skus_json: the plans it can be changed to, [] = all. stripe_on_change: keep, or a value with
-- keep_downgrade.
ALTER TABLE sku ADD COLUMN limit_skus_json TEXT NOT NULL DEFAULT '[]';
ALTER TABLE sku ADD COLUMN stripe_on_change TEXT NOT NULL DEFAULT 'keep';
UPDATE sku SET stripe_on_change = 'keep_downgrade' WHERE purchasable = 1;
