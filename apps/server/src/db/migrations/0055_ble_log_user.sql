-- The attempts of one user: they are erased with the account. Partitions made later copy the index.
create index ix_veh_ble_log_user on veh_ble_log (user_id);
