import { entityNamed } from '@wheelhouse/entities/registry';
import { poolOf } from '@wheelhouse/entities/events/raffle-pool';
import { z } from 'zod';
import { filesForUser } from '../../../entity/file-uses.ts';
import { findInScope } from '../../../entity/read.ts';
import { defineCall, FileReply, type Call } from '../../../http/call.ts';
import type { CallContext } from '../../../http/context.ts';
import { dayRange } from '../../../http/day-range.ts';
import { AppError } from '../../../http/errors.ts';
import { fileId, id } from '../../../http/kit.ts';
import { proofOf, receiptsOf } from '../draws/service.ts';
import { changesOf, dataOf } from './data.ts';
import { simulate } from './simulate.ts';
import { scoreTarget } from './target.ts';

const entity = entityNamed('raffleActivity');
const usualTimes = 10_000;

/** @throws AppError 1002 no such campaign in the caller's scope */
const inScope = (ctx: CallContext, activityId: string) => findInScope(ctx, entity, activityId);

const simulation = defineCall('POST /act/crm/raffleActivity/simulate', {
  access: 'AReventManage.simulate',
  effect: 'reads',
  body: z.object({ id, times: z.int().min(100).max(100_000).default(usualTimes) }),
  summary: { zh: '模拟抽奖', en: 'Simulate draws' },
  async run(ctx, input) {
    const { prizes } = await inScope(ctx, input.id);
    return simulate(poolOf(prizes), input.times);
  },
});

const data = defineCall('POST /act/crm/raffleActivity/data', {
  access: 'AReventManage.data',
  effect: 'reads',
  body: z.object({ id, from: z.string(), to: z.string() }),
  summary: { zh: '活动数据', en: 'What came of an event' },
  async run(ctx, input) {
    await inScope(ctx, input.id);
    const range = dayRange(ctx, ['from', 'to'], [input.from, input.to], { days: 31 });
    return ctx.app.reads.run(({ db }) => dataOf(db, input.id, range));
  },
});

const changes = defineCall('POST /act/crm/raffleActivity/changes', {
  access: 'AReventManage.query',
  body: z.object({ id }),
  summary: { zh: '活动变更记录', en: 'Changes of an event since it was approved' },
  async run(ctx, input) {
    await inScope(ctx, input.id);
    return changesOf(ctx.app.db, input.id);
  },
});

const checkTarget = defineCall('POST /act/crm/raffleActivity/checkTarget', {
  access: ['AReventManage.add', 'AReventManage.edit'],
  effect: 'reads',
  body: z.object({ fileId }),
  summary: { zh: '识别图特征评分', en: 'How well a picture is recognised' },
  async run(ctx, input) {
    const taken = await filesForUser(ctx.app.db, ctx, { biz: 'image' }, [input.fileId]);
    if (!taken.has(input.fileId)) throw new AppError(1002);
    return scoreTarget(ctx.app, ctx.app.db, input.fileId);
  },
});

const receipts = defineCall('POST /act/crm/raffleActivity/receipts', {
  access: 'AReventManage.data',
  effect: 'reads',
  body: z.object({ id }),
  summary: { zh: '下载抽奖凭证', en: 'Download the receipts of an event' },
  async run(ctx, input) {
    await inScope(ctx, input.id);
    const { content, name } = await receiptsOf(ctx.app, input.id);
    return new FileReply({ content, fileName: name, contentType: 'application/x-ndjson' });
  },
});

const proof = defineCall('POST /act/crm/raffleActivity/proof', {
  access: 'AReventManage.data',
  effect: 'reads',
  body: z.object({ id }),
  summary: { zh: '抽奖凭证的承诺与种子', en: 'What proves the draws of an event' },
  async run(ctx, input) {
    await inScope(ctx, input.id);
    return proofOf(ctx.app, input.id);
  },
});

export const raffleCalls: readonly Call[] = [simulation, data, changes, checkTarget, receipts, proof];
