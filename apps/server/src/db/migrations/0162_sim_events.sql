-- needs 0156_report_subscriptions
-- Events of carriers about cards that are added later are found by the number of the card.
create index ix_sim_carrier_event_iccid on sim_carrier_event (iccid);
-- What a person has asked for within a day without another one.
create index ix_sim_operation_unreviewed on sim_operation (create_by, create_time) where auditor_id is null and not deleted;
