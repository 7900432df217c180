import { machines } from '@wheelhouse/entities/machines';
import { entityNamed } from '@wheelhouse/entities/registry';
import { xpOf } from '../../../adapters/xp/index.ts';
import { withTransaction } from '../../../db/pool.ts';
import { runAction } from '../../../entity/actions.ts';
import { audit } from '../../../entity/audit.ts';
import { only, type HooksOf } from '../../../entity/hooks.ts';
import { findInScope, holds } from '../../../entity/read.ts';
import { defineCall, type Call } from '../../../http/call.ts';
import { AppError } from '../../../http/errors.ts';
import { formatInstant } from '@wheelhouse/contract';
import type { Job } from '../../module.ts';
import { wrongState } from '../../../entity/state-text.ts';
import { logExchange, syncDue } from './sync.ts';
import { actionBody, ids, key } from '../../../http/kit.ts';

const idInput = actionBody.extend({ id: key });

const { unbound, bound } = machines['SM-Binding'].states;
const { pending } = machines['SM-Sync'].states;

/** How long a sync call waits; vehicles not done by then are left to the job. */
const patienceMs = 12_000;
const mostWaited = 24;

const asked = {
  action: 'unbindRequest',
  entity: 'vehicleXp',
  path: '/veh/crm/vehicleXp/unbind',
  functionCode: 'vehicleManageXp.unbind',
} as const;

export const xpHooks: HooksOf<'vehicleXp'> = {
  async beforeSave({ old, values }) {
    // A new vehicle, or another device for an old one: to be pulled by the next run.
    if (!old || (values.xpDeviceId !== undefined && values.xpDeviceId !== old.xpDeviceId)) {
      values.syncStatus = pending;
      values.retryCount = 0;
      values.nextSyncTime = formatInstant(new Date());
    }
  },
  refuseDelete: async (_tx, row) => (Number(row.bindStatus) === bound ? new AppError(2015) : undefined),
  actions: {
    // To be pulled by the next run, which the call of it begins at once.
    sync: async ({ store }) => store({ retryCount: 0, syncError: null, nextSyncTime: new Date() }),
    unbind: async (action) => {
      action.store({ bindStatus: unbound, ownerMobile: null });
      const { id } = only(action);
      await logExchange(action.tx, { id, direction: 2, success: 1, message: '解绑 / Unbind', costMs: 0 });
    },
  },
};

export const xpCalls: readonly Call[] = [
  defineCall('POST /veh/crm/vehicleXp/sync', {
    access: 'vehicleManageXp.sync',
    body: actionBody.extend({ ids: ids() }),
    summary: { zh: '立即从XP同步', en: 'Pull from XP now' },
    async run(ctx, input) {
      const { changed, skipped } = (await runAction(ctx, entityNamed('vehicleXp'), 'sync', input)) as {
        changed: number;
        skipped: readonly { id: string }[];
      };
      const left = new Set(skipped.map(({ id }) => id));
      const done = input.ids.filter((id) => !left.has(id));
      const outcome =
        done.length === 0 ? {} : await syncDue(ctx.app, { ids: done, most: mostWaited, deadlineMs: patienceMs });
      return { changed, skipped, ...outcome };
    },
  }),
  defineCall('POST /veh/crm/vehicleXp/unbind', {
    access: 'vehicleManageXp.unbind',
    body: idInput,
    summary: { zh: '在XP平台解绑车主', en: 'Unbind the owner on the XP platform' },
    async run(ctx, input) {
      const entity = entityNamed('vehicleXp');
      const row = await findInScope(ctx, entity, input.id);
      if (Number(row.bindStatus) !== bound) throw wrongState('BindStatus', row.bindStatus, ctx);
      const reason = typeof input['reason'] === 'string' ? input['reason'].trim() : '';
      // Our record changes only after XP has done it; a reason that is too short is refused before XP is called.
      if (reason.length >= 5 && reason.length <= 200) {
        // XP cannot be rolled back: the request is logged before it is sent.
        await withTransaction(ctx.app.db, (tx) => audit(tx, ctx, { ...asked, entityId: row.id }));
        await pushUnbind(ctx.app, row.id, String(row.xpDeviceId), reason);
      }
      return runAction(ctx, entity, 'unbind', input);
    },
  }),
  defineCall('POST /veh/crm/vehicleXp/live', {
    access: 'vehicleManageXp.query',
    body: idInput,
    summary: { zh: 'XP实时状态', en: 'Live state on the XP platform' },
    async run(ctx, input) {
      const row = await findInScope(ctx, entityNamed('vehicleXp'), input.id);
      const xp = await xpOf(ctx.app);
      const device = await xp.device(String(row.xpDeviceId));
      if (!device) throw new AppError(1002);
      const { ownerMobile: _private, lng, lat, reportTime, ...state } = device;
      const place = holds(ctx.user, 'privacy.viewLocation') ? { lng, lat } : {};
      return {
        source: xp.source,
        state: { ...state, ...place, reportTime: reportTime === null ? null : formatInstant(new Date(reportTime)) },
      };
    },
  }),
  defineCall('POST /veh/crm/vehicleXp/source', {
    access: 'vehicleManageXp.query',
    summary: { zh: 'XP平台地址', en: 'XP platform address' },
    run: async (ctx) => (await xpOf(ctx.app)).source,
  }),
];

async function pushUnbind(
  app: Parameters<typeof syncDue>[0],
  id: string,
  deviceId: string,
  reason: string,
): Promise<void> {
  const started = Date.now();
  try {
    await (await xpOf(app)).unbind(deviceId, reason);
  } catch (error) {
    if (error instanceof AppError)
      await logExchange(app.db, {
        id,
        direction: 2,
        success: 0,
        message: `${error.textIn('zh')} / ${error.textIn('en')}`,
        costMs: Date.now() - started,
      });
    // Nobody is bound in XP: our record is closed without a call.
    if (!(error instanceof AppError) || error.code !== 2302) throw error;
  }
}

/** Retries, new vehicles and those whose state is some hours old. */
export const xpSync: Job = {
  name: 'vehicles.xpSync',
  cron: '* * * * *',
  run: async (app) => void (await syncDue(app)),
};
