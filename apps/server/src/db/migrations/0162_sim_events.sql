-- needs 0156_report_subscriptions
-- Events of carriers about cards that are added later are found by the number of the card.
create index ix_sim_carrier_event_iccid on sim_carrier_event (iccid);
