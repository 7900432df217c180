import type { Text } from '@wheelhouse/contract/lang';
import { ownJson } from '@wheelhouse/contract/object';
import type { EntityName } from '@wheelhouse/entities/registry';
import type { PoolClient } from 'pg';
import { z } from 'zod';
import type { App } from '../http/context.ts';

/** Records of one check that are named; the rest is counted. */
export const mostNamed = 50;

/** Something that is not as it should be. */
export interface Wrong {
  /** What people know it by: a number, a name. */
  readonly name: string;
  readonly text: Text;
  /** The record that it is about, where it has a page. */
  readonly entity: string | null;
  readonly record: string | null;
}

/** What a check has found. */
export interface Finding {
  /** How many things it has looked at. */
  readonly checked: number;
  readonly wrongCount: number;
  /** The first `mostNamed` of them. */
  readonly wrong: readonly Wrong[];
}

/** What a check reads by: a connection in a transaction that only reads. */
export interface Looking {
  readonly app: App;
  readonly client: PoolClient;
}

/** One thing that the installation proves about its own data every night. */
export interface Proof {
  /** `domain.what`. */
  readonly name: string;
  readonly label: Text;
  /** What is true where nothing is wrong, in one sentence. */
  readonly proves: Text;
  look(looking: Looking): Promise<Finding>;
}

/** A way to be wrong. */
export interface Look {
  /** What is said of it; `{has}` and `{should}` stand for the figures of the row. */
  readonly says: Text;
  /** Entity of `record`. */
  readonly entity?: EntityName;
  /**
   * One row for each that is wrong: `name`, and as far as there are any `record` (id), `entity` (where it differs by row), `has` and `should`. None
   * where all is well.
   */
  readonly sql: string;
  /** Values of `$1` and so on. */
  readonly values?: (app: App) => readonly unknown[];
}

interface ProofDefinition extends Omit<Proof, 'look'> {
  /** `select count(*) …`: how many are looked at. */
  readonly checked: string;
  readonly looks: readonly Look[];
}

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String).nullish();
const found = z.array(z.object({ name: text, record: text, entity: text, has: text, should: text }));

const filled = ({ zh, en }: Text, has: string, should: string): Text => {
  const fill = (one: string): string => one.replaceAll('{has}', has).replaceAll('{should}', should);
  return { zh: fill(zh), en: fill(en) };
};

async function lookFor({ app, client }: Looking, look: Look): Promise<Omit<Finding, 'checked'>> {
  // Counted and cut by the database: however much is wrong, little of it arrives here.
  const { rows } = await client.query<{ n: string; named: string }>(
    `with wrong as materialized (${look.sql})
    select (select count(*) from wrong)::text as n,
      (select coalesce(json_agg(to_json(w)), '[]')::text from (select * from wrong limit ${mostNamed}) w) as named`,
    [...(look.values?.(app) ?? [])],
  );
  const wrong = found.parse(ownJson(rows[0]?.named ?? '[]')).map(({ name, record, entity, has, should }) => ({
    name: name ?? record ?? '',
    text: filled(look.says, has ?? '0', should ?? '0'),
    entity: entity ?? look.entity ?? null,
    record: record ?? null,
  }));
  return { wrongCount: Number(rows[0]?.n ?? 0), wrong };
}

/** Findings of one check as one. */
export function together(checked: number, findings: readonly Omit<Finding, 'checked'>[]): Finding {
  return {
    checked,
    wrongCount: findings.reduce((sum, { wrongCount }) => sum + wrongCount, 0),
    wrong: findings.flatMap(({ wrong }) => wrong).slice(0, mostNamed),
  };
}

/** What of a list of everything that is wrong is kept. */
export const findingOf = (checked: number, wrong: readonly Wrong[]): Finding => ({
  checked,
  wrongCount: wrong.length,
  wrong: wrong.slice(0, mostNamed),
});

/**
 * A check of SQL: what is wrong is found and counted by the database.
 * @for a check of the page 自检 (`operatorManage?view=proof`): `proofOf` in the `proofs.ts` of a domain's module, or a `Proof` whose `look` is a function
 */
export function proofOf({ checked, looks, ...proof }: ProofDefinition): Proof {
  return {
    ...proof,
    async look(looking) {
      const { rows } = await looking.client.query<{ n: string }>(`select (${checked})::text as n`);
      const findings: Omit<Finding, 'checked'>[] = [];
      for (const look of looks) findings.push(await lookFor(looking, look));
      return together(Number(rows[0]?.n ?? 0), findings);
    },
  };
}

/** SQL: fen as yuan, as people read them. */
export const yuan = (fen: string): string => `to_char(coalesce(${fen}, 0) / 100.0, 'FM999999999990.00')`;
