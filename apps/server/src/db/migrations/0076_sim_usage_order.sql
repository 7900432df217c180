-- The list of days of usage is in this order: its first page is read from the index.
create index ix_sim_flow_day_order on sim_flow_day (stat_date desc, used_kb desc, iccid);
drop index ix_sim_flow_day_date;
