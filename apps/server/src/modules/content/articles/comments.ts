import type { HooksOf } from '../../../entity/hooks.ts';

/** What the staff does with comments. A trigger keeps the numbers of the articles: they say what readers see. */
export const articleCommentHooks: HooksOf<'articleComment'> = {
  actions: {
    reply: async ({ ctx, input, store }) =>
      store({ reply: input.content, replyTime: new Date(), replyBy: ctx.user.id }),
    hide: async ({ store }) => store({ hidden: 1 }),
    restore: async ({ store }) => store({ hidden: 0 }),
  },
};
