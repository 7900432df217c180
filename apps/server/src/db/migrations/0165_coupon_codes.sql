-- needs 0156_report_subscriptions
-- Codes that nobody has are not in the index of those that somebody has: a million codes are imported without a million entries of nothing.
drop index uq_act_coupon_code_user_coupon_id;
create unique index uq_act_coupon_code_user_coupon_id on act_coupon_code (user_coupon_id) where user_coupon_id is not null;
