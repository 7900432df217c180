import { warmCall } from '../../../api/query.ts';

/** The user's own shortcuts and cards. */
export const layoutBody = { pageSize: 1, orderBy: 'createTime asc' } as const;
/** Days that the trend shows at first. */
export const trendDays = 30;

/** What the page begins with, open to every signed-in user: it travels beside the code and the boot's data, not after them. */
export function warmDashboard(): void {
  warmCall('/stat/crm/dashboard/summary', {});
  warmCall('/stat/crm/dashboard/trend', { days: trendDays });
  warmCall('/stat/crm/dashboard/todo', {});
  warmCall('/msg/crm/systemMessage/consoleActive', {});
  warmCall('/system/crm/dashboardLayout/list', layoutBody);
}
