-- needs 0156_report_subscriptions
-- Cards that a user has put on the dashboard; null, those of the role (access/dashboardLayout).
alter table sys_dashboard_layout add column cards jsonb;
