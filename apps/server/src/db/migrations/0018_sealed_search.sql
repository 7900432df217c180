-- Searching by a sealed value (a whole mobile number) needs a right of its own. Roles that may see such numbers go on searching by them,
-- but for those that dealers can have. A new installation gets its function tree and roles from the seed.
insert into sys_function (code, name, name_en, function_type, sort, staff_only, built_in)
select 'privacy.search', '按敏感信息查询', 'Search by personal data', 3, 9004, 1, 1
where exists (select 1 from sys_function where code = 'privacy.viewPhone')
on conflict (code) do nothing;

insert into sys_role_function (role_code, function_code)
select r.role_code, 'privacy.search'
from sys_role r
join sys_role_function f on f.role_code = r.role_code and f.function_code = 'privacy.viewPhone'
where r.dealer_assignable = 0
on conflict do nothing;
