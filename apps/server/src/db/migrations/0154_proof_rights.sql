-- needs 0149_recon
-- Auditors see what the installation proves about its data, and may have it look now. The role that came with earlier releases gains it, unless somebody has
-- changed it since.
insert into sys_function (code, name, name_en, function_type, parent_code, sort, staff_only, built_in)
select 'operatorManage.proof', '自检', 'Proof', 2, 'operatorManage', 100, 1, 1
where exists (select 1 from sys_function where code = 'operatorManage')
on conflict (code) do nothing;
insert into sys_role_function (role_code, function_code)
select r.role_code, f.code from sys_role r join sys_function f on f.code = 'operatorManage.proof'
where r.role_code = 'auditor' and r.rev = 1 and not r.deleted
on conflict do nothing;
