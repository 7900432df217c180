import { entityNamed } from '@wheelhouse/entities/registry';
import { z } from 'zod';
import { runAction } from '../../entity/actions.ts';
import { defineCall, type Call } from '../../http/call.ts';
import { alarmAppCalls } from './app-calls.ts';
import { alarmDetail, alarmTelemetry } from './detail.ts';
import { alarmExport, alarmList, faultExport, faultList, newSince } from './list.ts';
import { createRepair, push, withdrawRepair } from './push.ts';
import { actionBody, ids, key, listQuery } from '../../http/kit.ts';

const minutes = z.int().min(0).max(720);

/** Calls of alarms and fault reports that are not standard ones, or answer more. */
export const alarmCalls: Call[] = [
  defineCall('POST /veh/crm/alarm/list', {
    access: 'alarmManage.query',
    body: listQuery,
    summary: { zh: '报警列表', en: 'Alarms' },
    run: (ctx, input) => alarmList(ctx, input),
  }),
  defineCall('POST /veh/crm/alarm/detail', {
    access: 'alarmManage.query',
    body: z.looseObject({ id: key }),
    summary: { zh: '报警详情', en: 'An alarm' },
    run: (ctx, input) => alarmDetail(ctx, input.id),
  }),
  defineCall('POST /veh/crm/alarm/telemetry', {
    access: 'alarmManage.query',
    body: z.object({ id: key, minutesBefore: minutes.default(30), minutesAfter: minutes.default(30) }),
    summary: { zh: '报警前后曲线', en: 'Curves around an alarm' },
    run: (ctx, input) => alarmTelemetry(ctx, input),
  }),
  defineCall('POST /veh/crm/alarm/claim', {
    access: 'alarmManage.claim',
    body: actionBody.extend({ ids: ids(50) }),
    summary: { zh: '领取报警', en: 'Claim alarms' },
    async run(ctx, input) {
      const batch = (await runAction(ctx, entityNamed('alarm'), 'claim', input)) as { readonly changed: number };
      return { ...batch, claimed: batch.changed };
    },
  }),
  defineCall('POST /veh/crm/alarm/createRepair', {
    access: 'alarmManage.createRepair',
    body: z.looseObject({ id: key }),
    summary: { zh: '报警转报修', en: 'Repair order of an alarm' },
    run: (ctx, input) => createRepair(ctx, input.id),
  }),
  defineCall('POST /veh/crm/alarm/withdrawRepair', {
    access: 'alarmManage.createRepair',
    body: z.object({ id: key }),
    summary: { zh: '撤回报警转的报修单', en: 'Take back the repair order of an alarm' },
    run: (ctx, input) => withdrawRepair(ctx, input.id),
  }),
  defineCall('POST /veh/crm/alarm/push', {
    effect: 'irreversible',
    access: 'alarmManage.push',
    body: z.object({
      id: key,
      templateId: z.string().max(40),
      channels: z
        .array(z.enum(['1', '2', '3', '4']))
        .min(1)
        .max(4),
    }),
    summary: { zh: '通知车主', en: 'Notify the owner' },
    run: (ctx, input) => push(ctx, input),
  }),
  defineCall('POST /veh/crm/alarm/newSince', {
    access: 'alarmManage.query',
    body: z.object({ afterTime: z.string().max(30), level: z.int().min(1).max(4).default(4) }),
    summary: { zh: '新报警', en: 'Alarms since' },
    run: (ctx, input) => newSince(ctx, input.afterTime, input.level),
  }),
  defineCall('POST /veh/crm/alarm/export', {
    access: 'alarmManage.export',
    body: listQuery,
    summary: { zh: '导出报警', en: 'Export alarms' },
    run: (ctx, input) => alarmExport(ctx, input),
  }),
  defineCall('POST /veh/crm/faultReport/list', {
    access: 'alarmManage.query',
    body: listQuery,
    summary: { zh: '故障上报列表', en: 'Fault reports' },
    run: (ctx, input) => faultList(ctx, input),
  }),
  defineCall('POST /veh/crm/faultReport/export', {
    access: 'alarmManage.export',
    body: listQuery,
    summary: { zh: '导出故障上报', en: 'Export fault reports' },
    run: (ctx, input) => faultExport(ctx, input),
  }),
  ...alarmAppCalls,
];
