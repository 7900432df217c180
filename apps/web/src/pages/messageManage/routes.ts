import type { PageMap } from '../../routing/pages.ts';

/** Pages of messages. */
export const messagePages = {
  messageTemplateManage: () => import('./MessageTemplates.tsx'),
} satisfies PageMap;
