import type { ServerModule } from '../../module.ts';
import { drawAppCalls } from './app-calls.ts';

export const drawModule: ServerModule = { calls: drawAppCalls };
