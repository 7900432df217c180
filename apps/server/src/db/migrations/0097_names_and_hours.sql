-- needs 0086_numbers_of_a_unit
-- Owners are found by their whole real name, by its keyed hash.
create index ix_usr_app_user_real_name on usr_app_user (real_name_hash, id) where not deleted;

-- When a vehicle had ridden 0.1 km on its day, so that part of today is compared with the same part of yesterday
-- (modules/statistics/active-days.ts). Days counted before do not know it.
alter table stat_active_day add column active_at timestamptz;
