-- The end of a contract that the staff was told of: each end is told once.
alter table dlr_dealer add column contract_notice date;
