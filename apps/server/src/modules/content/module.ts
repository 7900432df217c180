import type { ServerModule } from '../module.ts';
import { faqAppCalls } from './faq/app-calls.ts';
import { faqCalls } from './faq/calls.ts';
import { faqHooks } from './faq/hooks.ts';

export const contentModule: ServerModule = {
  calls: [...faqCalls, ...faqAppCalls],
  hooks: { faq: faqHooks },
};
