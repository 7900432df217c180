import { z } from 'zod';
import { defineCall, type Call } from '../../http/call.ts';
import { searchAll } from './global.ts';

/** Calls of the console's search. */
export const searchCalls: readonly Call[] = [
  defineCall('POST /search/global', {
    access: 'login',
    effect: 'reads',
    body: z.object({ keyword: z.string().max(60) }),
    summary: { zh: '全局搜索', en: 'Search everything' },
    run: (ctx, { keyword }) => searchAll(ctx, keyword),
  }),
];
