-- What an operator enters about the partner of a coupon group (npm run partner). Promo pages show it to the coupon's visitors as it is
-- (A178). No partner is made here. testimonials_json: what parents said, in the order of the page.
CREATE TABLE partner (
  coupon_group_id TEXT PRIMARY KEY REFERENCES coupon (coupon_group_id),
  name TEXT NOT NULL,
  testimonials_json TEXT NOT NULL
) WITHOUT ROWID;
