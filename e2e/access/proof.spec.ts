import type { ProofReport } from '@wheelhouse/contract/calls/proof';
import { callAsAdmin, expect, firstOf, test } from '../fixtures.ts';

const page = '/systemManage/operatorManage?view=proof';

test('an administrator has the platform check itself, and sees what it proves', async ({ admin }) => {
  await admin.goto('/systemManage/operatorManage');
  const parts = admin.getByRole('navigation', { name: '操作员管理的内容' });
  await parts.getByRole('link', { name: '自检' }).click();
  await admin.getByRole('button', { name: '立即自检' }).click();
  const ledger = admin.getByRole('row').filter({ has: admin.getByRole('rowheader', { name: '总账平衡' }) });
  await expect(ledger).toContainText('通过');
  await expect(ledger).toContainText('总账合计为零');
  await expect(admin.getByText('签名有效')).toBeVisible();
  await expect(admin.getByRole('button', { name: '立即自检' })).toBeVisible();
  await expect(admin.getByRole('region', { name: '自检记录' }).getByRole('row').nth(1)).toContainText('系统管理员');
});

test('a check that found something comes first, and leads to the record', async ({ admin, server }) => {
  const { list } = await callAsAdmin(server, '/veh/crm/vehicle/list', { page: 1, pageSize: 1, query: {} });
  const { id } = firstOf(list);
  await callAsAdmin(server, '/system/crm/proof/run', {});
  // No call of the platform spoils its data: the answer of a real run is given something that is wrong.
  await admin.route('**/system/crm/proof/report', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: { report: ProofReport | null } };
    const text = { zh: '绑定状态为1，与车主不符', en: 'Its binding state 1 does not fit its owner' };
    const wrong = [{ name: '试验车', text, entity: 'vehicle', record: id }];
    const results = body.data.report?.results.map((one) =>
      one.code === 'binding.owners' ? { ...one, wrongCount: 1, wrong } : one,
    );
    await route.fulfill({
      response,
      json: { ...body, data: { ...body.data, report: body.data.report && { ...body.data.report, wrong: 1, results } } },
    });
  });
  await admin.goto(page);
  const owners = admin.getByRole('row').filter({ has: admin.getByRole('rowheader', { name: '车主绑定' }) });
  await expect(owners).toContainText('异常');
  await expect(admin.getByRole('region', { name: '检查结果' }).last().getByRole('row').nth(1)).toContainText(
    '车主绑定',
  );
  await owners.getByRole('button', { name: '查看' }).click();
  await expect(admin.getByText('绑定状态为1，与车主不符')).toBeVisible();
  await admin.getByRole('link', { name: '试验车' }).click();
  await expect(admin).toHaveURL(new RegExp(`vehicleManageDetail\\?id=${id}`));
});

test('an auditor sees it', async ({ openAs }) => {
  const auditor = await openAs('auditor.tang');
  await auditor.goto(page);
  await expect(auditor.getByRole('button', { name: '立即自检' })).toBeVisible();
});
