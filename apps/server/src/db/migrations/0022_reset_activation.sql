-- Only administrators reset the activation of a vehicle. The roles that came with earlier releases lose it, unless somebody has changed them since.
delete from sys_role_function f using sys_role r
where r.role_code = f.role_code and r.role_code in ('ops', 'aftersales') and r.rev = 1 and not r.deleted
  and f.function_code = 'vehicleManage.resetActivation';
