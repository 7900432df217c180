import type { ServerModule } from '../../module.ts';
import { drawAppCalls } from './app-calls.ts';
import { drawProofs } from './proofs.ts';

export const drawModule: ServerModule = { calls: drawAppCalls, proofs: drawProofs };
