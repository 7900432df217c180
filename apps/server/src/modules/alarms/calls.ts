import { entityNamed } from '@wheelhouse/entities/registry';
import { z } from 'zod';
import { runAction } from '../../entity/actions.ts';
import { defineCall, type Call } from '../../http/call.ts';
import type { CallContext } from '../../http/context.ts';
import { alarmAppCalls } from './app-calls.ts';
import { alarmDetail, alarmTelemetry } from './detail.ts';
import { alarmExport, alarmList, faultExport, faultList, newSince } from './list.ts';
import { createRepair, push } from './push.ts';
import { actionBody, ids, key, listQuery } from '../../http/kit.ts';

const minutes = z.int().min(0).max(720);

const post = <Body extends z.ZodType>(
  path: string,
  access: string,
  [zh, en]: readonly [string, string],
  body: Body,
  run: (ctx: CallContext, input: z.output<Body>) => Promise<unknown>,
): Call =>
  defineCall({ method: 'POST', path: `/veh/crm/${path}`, access, body, summary: { zh, en }, run: run as never });

/** Calls of alarms and fault reports that are not standard ones, or answer more. */
export const alarmCalls: Call[] = [
  post('alarm/list', 'alarmManage.query', ['报警列表', 'Alarms'], listQuery, (ctx, input) => alarmList(ctx, input)),
  post('alarm/detail', 'alarmManage.query', ['报警详情', 'An alarm'], z.looseObject({ id: key }), (ctx, input) =>
    alarmDetail(ctx, input.id),
  ),
  post(
    'alarm/telemetry',
    'alarmManage.query',
    ['报警前后曲线', 'Curves around an alarm'],
    z.object({ id: key, minutesBefore: minutes.default(30), minutesAfter: minutes.default(30) }),
    (ctx, input) => alarmTelemetry(ctx, input),
  ),
  post(
    'alarm/claim',
    'alarmManage.claim',
    ['领取报警', 'Claim alarms'],
    actionBody.extend({ ids: ids(50) }),
    async (ctx, input) => {
      const batch = (await runAction(ctx, entityNamed('alarm'), 'claim', input)) as { readonly changed: number };
      return { ...batch, claimed: batch.changed };
    },
  ),
  post(
    'alarm/createRepair',
    'alarmManage.createRepair',
    ['报警转报修', 'Repair order of an alarm'],
    z.looseObject({ id: key }),
    (ctx, input) => createRepair(ctx, input.id),
  ),
  post(
    'alarm/push',
    'alarmManage.push',
    ['通知车主', 'Notify the owner'],
    z.object({
      id: key,
      templateId: z.string().max(40),
      channels: z
        .array(z.enum(['1', '2', '3', '4']))
        .min(1)
        .max(4),
    }),
    (ctx, input) => push(ctx, input),
  ),
  post(
    'alarm/newSince',
    'alarmManage.query',
    ['新报警', 'Alarms since'],
    z.object({ afterTime: z.string().max(30), level: z.int().min(1).max(4).default(4) }),
    (ctx, input) => newSince(ctx, input.afterTime, input.level),
  ),
  post('alarm/export', 'alarmManage.export', ['导出报警', 'Export alarms'], listQuery, (ctx, input) =>
    alarmExport(ctx, input),
  ),
  post('faultReport/list', 'alarmManage.query', ['故障上报列表', 'Fault reports'], listQuery, (ctx, input) =>
    faultList(ctx, input),
  ),
  post('faultReport/export', 'alarmManage.export', ['导出故障上报', 'Export fault reports'], listQuery, (ctx, input) =>
    faultExport(ctx, input),
  ),
  ...alarmAppCalls,
];
