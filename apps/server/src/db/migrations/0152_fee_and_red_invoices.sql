-- needs 0149_recon
-- An entry of revenue where a channel gave the fee of a refund back, and had not with the refund (D:RevenueType 3).
alter table ord_theme_revenue drop constraint ck_ord_theme_revenue_type;
alter table ord_theme_revenue add constraint ck_ord_theme_revenue_type check (type in (1, 2, 3));
create unique index uq_ord_theme_revenue_refund_type on ord_theme_revenue (refund_no, type) where refund_no is not null;
drop index uq_ord_theme_revenue_refund;

-- An invoice that was issued is reversed after a refund, by a red-letter invoice (D:InvoiceStatus 4: it is still to be made).
alter table ord_order drop constraint ck_ord_order_invoice_status;
alter table ord_order
  add constraint ck_ord_order_invoice_status check (invoice_status in (0, 1, 2, 3, 4)),
  add column red_invoice_no text constraint ck_ord_order_red_invoice_no check (char_length(red_invoice_no) <= 20),
  add column red_invoice_time timestamptz;
