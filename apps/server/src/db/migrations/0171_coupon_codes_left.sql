-- needs 0156_report_subscriptions
-- A draft that is deleted may have a million codes: they are taken away in parts after it (modules/prizes/coupons/codes.ts), not in its own statement.
drop trigger codes_gone on act_coupon;
drop function act_coupon_gone();
