import type { ServerModule } from '../module.ts';
import { searchCalls } from './calls.ts';

export const searchModule: ServerModule = { calls: searchCalls };
