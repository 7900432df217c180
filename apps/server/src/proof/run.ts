import type { Pool } from 'pg';
import { z } from 'zod';
import type { App } from '../http/context.ts';
import { sqlState } from '../db/pool.ts';
import type { Finding, Proof } from './define.ts';

/** One check of a run. */
export interface ProofResult extends Finding {
  readonly name: string;
  readonly time: Date;
  readonly durationMs: number;
  /** Why it could not look; null: it could. */
  readonly error: string | null;
}

/** A check may take so long. */
const patience = '10min';

const nothing: Finding = { checked: 0, wrongCount: 0, wrong: [] };

/** Why a check could not look, without any value of the data. */
function reasonOf(error: unknown): string {
  const state = sqlState(error);
  if (state !== undefined) return `error ${state}`;
  if (error instanceof z.ZodError) return 'answer of another shape';
  return error instanceof Error ? error.name : 'error';
}

async function lookAt(app: App, pool: Pool, proof: Proof): Promise<Finding> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query(`set local statement_timeout = '${patience}'`);
    await client.query(`set local idle_in_transaction_session_timeout = '${patience}'`);
    const found = await proof.look({ app, client });
    await client.query('commit');
    return found;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** Does the checks, one after the other, each in a transaction of its own that only reads. One that fails stops none of the others. */
export async function runProofs(app: App, proofs: readonly Proof[]): Promise<readonly ProofResult[]> {
  const results: ProofResult[] = [];
  for (const proof of proofs) {
    const [time, begun] = [new Date(), performance.now()];
    let [found, error]: [Finding, string | null] = [nothing, null];
    try {
      found = await app.reads.run(({ pool }) => lookAt(app, pool, proof));
    } catch (failure) {
      app.log.error({ err: failure, proof: proof.name }, 'a check could not look');
      error = reasonOf(failure);
    }
    results.push({ name: proof.name, time, durationMs: Math.round(performance.now() - begun), error, ...found });
  }
  return results;
}

/** It has found something, or could not look. */
export const isWrong = ({ wrongCount, error }: Pick<ProofResult, 'wrongCount' | 'error'>): boolean =>
  wrongCount > 0 || error !== null;
