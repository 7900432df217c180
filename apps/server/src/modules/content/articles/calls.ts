import type { VersionStep } from '@wheelhouse/contract/calls/kit';
import { entityNamed } from '@wheelhouse/entities/registry';
import { z } from 'zod';
import { versionsOf } from '../../../entity/publishable/versions.ts';
import { defineCall, type Call } from '../../../http/call.ts';
import { key } from '../../../http/kit.ts';

const mostShown = 200;

const revisions = defineCall('POST /ps/crm/article/revisions', {
  access: 'article.query',
  effect: 'reads',
  body: z.object({ id: key }),
  summary: { zh: '文章的全部版本', en: 'Versions of an article' },
  async run(ctx, { id }): Promise<readonly VersionStep[]> {
    const page = await versionsOf(ctx, entityNamed('article'), { id, page: 1, pageSize: mostShown });
    return page.list;
  },
});

export const articleCalls: readonly Call[] = [revisions];
