-- needs 0078_one_partition_maker
-- Customer service neither accepts an order for a dealer, nor repairs, nor decides about the warranty. The role that came with earlier releases loses
-- it, unless somebody has changed it since.
delete from sys_role_function f using sys_role r
where r.role_code = f.role_code and r.role_code = 'cs' and r.rev = 1 and not r.deleted
  and f.function_code in ('repairListsManage.accept', 'repairListsManage.repair', 'repairListsManage.warranty');
