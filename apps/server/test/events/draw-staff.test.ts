import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueAppToken } from '../../src/http/app-call.ts';
import { addAppUser } from '../support/app-user.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { signInAs } from '../support/people.ts';
import { drawAs, poolRow, runningRaffle } from '../support/raffles.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.stop());

test('a draw is not for those who work here, who are known by their number (6043)', async () => {
  const id = await runningRaffle(t, [await poolRow(t, { probability: 100 })]);
  const { userId: staffId } = await signInAs(t, { roles: [] });
  const userId = await addAppUser(t);
  await t.app.pool.query(
    'update usr_app_user set mobile_hash = (select mobile_hash from sys_user where id = $2) where id = $1',
    [userId, staffId],
  );
  const draw = (requestId: string) => drawAs(t, id, { userId, requestId });
  expect(await draw('staff-request-1')).toMatchObject({ code: 6043 });
  const { rows } = await t.app.pool.query('select 1 from act_raffle_draw where user_id = $1', [userId]);
  expect(rows).toEqual([]);
  const as = await issueAppToken(t.app, userId);
  expect(await t.call('POST', '/app/v1/raffle/scan', { activityId: id, targetIndex: 0 }, { as })).toMatchObject({
    code: 6043,
  });
  // Whoever has left and has no account any more is an owner like any other.
  await t.app.pool.query('update sys_user set deleted = true where id = $1', [staffId]);
  expect((await draw('staff-request-2')).code).toBe(0);
});
