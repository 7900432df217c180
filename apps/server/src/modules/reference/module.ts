import type { ServerModule } from '../module.ts';
import { referenceCalls } from './calls.ts';
import { dictionaryTopic } from './dictionary.ts';
import { entryHooks } from './hooks.ts';

export const referenceModule: ServerModule = {
  calls: referenceCalls,
  hooks: { itemCode: entryHooks },
  topics: { dictionary: dictionaryTopic },
};
