import { z } from 'zod';
import { defineCall, type Call } from '../../http/call.ts';
import type { CallContext } from '../../http/context.ts';
import { alarmAppCalls } from './app-calls.ts';
import { alarmDetail, alarmTelemetry } from './detail.ts';
import { assign, claim, handle, ignore, release, reopen } from './handle.ts';
import { alarmExport, alarmList, faultExport, faultList, newSince } from './list.ts';
import { createRepair, push } from './push.ts';
import { ids, key, rev, listQuery } from '../../http/kit.ts';

const one = z.looseObject({ id: key, rev: rev.nullish() });
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
    z.looseObject({ ids: ids(50) }),
    (ctx, input) => claim(ctx, input.ids),
  ),
  post(
    'alarm/assign',
    'alarmManage.assign',
    ['指派报警', 'Assign alarms'],
    z.looseObject({ ids: ids(100), userId: z.unknown() }),
    (ctx, input) => assign(ctx, input.ids, input.userId),
  ),
  post('alarm/handle', 'alarmManage.handle', ['处理报警', 'Handle an alarm'], one, (ctx, input) => handle(ctx, input)),
  post(
    'alarm/ignore',
    'alarmManage.ignore',
    ['忽略报警', 'False alarms'],
    z.looseObject({ ids: ids(100) }),
    (ctx, input) => ignore(ctx, input),
  ),
  post('alarm/reopen', 'alarmManage.handle', ['重新打开报警', 'Reopen an alarm'], one, (ctx, input) =>
    reopen(ctx, input),
  ),
  post('alarm/release', 'alarmManage.claim', ['退回报警', 'Release an alarm'], one, (ctx, input) =>
    release(ctx, input),
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
