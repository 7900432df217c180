-- needs 0156_report_subscriptions
-- Which orders of goods came by which parcel.
create table exp_parcel_order (
  order_id bigint not null constraint fk_exp_parcel_order_order_id references ord_order (id),
  parcel_id bigint not null constraint fk_exp_parcel_order_parcel_id references exp_parcel (id) on delete cascade,
  create_time timestamptz not null default now(),
  primary key (order_id, parcel_id)
);
create index ix_exp_parcel_order_parcel_id on exp_parcel_order (parcel_id);

-- Orders that were sent after the account of their buyer was erased (status 4) kept who gets them and where. What waits to be sent (1) still needs it.
update ord_order o set receiver_enc = null, receiver_hash = null, receiver_mask = null, receiver_mobile_enc = null, receiver_mobile_hash = null,
  receiver_mobile_mask = null, address_enc = null, address_hash = null, address_mask = null, payer_id_enc = null, payer_id_hash = null, payer_id_mask = null,
  invoice_email_enc = null, invoice_email_hash = null, invoice_email_mask = null, invoice_title = null, tax_no = null
from usr_app_user u where u.id = o.user_id and u.status = 4 and o.order_status <> 1 and o.receiver_enc is not null;
