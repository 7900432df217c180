import type { StatAnswer, StatTable } from '@wheelhouse/contract/statistics';
import { entityNamed, pathOfCall } from '@wheelhouse/entities/registry';
import {
  isBase,
  partsOf,
  type BaseMeasure,
  type Measure,
  type Statistic,
  type Where,
} from '@wheelhouse/entities/statistics/define';
import { drillOf, type Asked, type Drill } from '@wheelhouse/entities/statistics/drill';
import { expect } from 'vitest';
import type { TestApp } from '../support/app.ts';

/** A number of a statistic that leads to a list. */
export interface Led {
  readonly where: string;
  readonly number: number;
  readonly measure: string;
  readonly asked: Asked;
}

/** Numbers of an answer of one part, each with the cell that it stands in. */
export function numbersOf(
  statistic: Statistic,
  by: readonly string[],
  names: readonly string[],
  rows: StatAnswer['rows'],
  asked: Asked,
): Led[] {
  return rows.flatMap((row) =>
    names.flatMap((measure): Led[] => {
      const number = row[measure];
      if (typeof number !== 'number') return [];
      const cell = Object.fromEntries(by.map((name) => [name, row[name] ?? null]));
      return [
        { where: `${statistic.name} ${JSON.stringify(cell)} ${measure}`, number, measure, asked: { ...asked, cell } },
      ];
    }),
  );
}

/** Asks a statistic for everything that it tells of a question. */
export async function everyNumber(test: TestApp, statistic: Statistic, asked: Asked, as: string): Promise<Led[]> {
  const query = {
    'date.ge': asked.days.from,
    'date.le': asked.days.to,
    granularity: asked.granularity,
    ...asked.filters,
  };
  const call = async <Data>(path: string, body: object): Promise<Data> => {
    const { code, data, message } = await test.call<Data>(
      'POST',
      `${statistic.base}/${path}`,
      { query, ...body },
      { as },
    );
    expect([path, code, message, test.errors]).toEqual([path, 0, expect.anything(), []]);
    return data;
  };
  const led: Led[] = [];
  if (statistic.cards.length > 0) {
    const { cards } = await call<StatAnswer>('summary', {});
    led.push(
      ...numbersOf(
        statistic,
        [],
        statistic.cards,
        [Object.fromEntries(cards.map(({ key, value }) => [key, value]))],
        asked,
      ),
    );
  }
  for (const { call: name, key, part } of partsOf(statistic)) {
    if (part === statistic.trend) {
      const { series } = await call<StatAnswer>(name, {});
      for (const { key: measure, by: second, name: value, points } of series)
        led.push(
          ...numbersOf(
            statistic,
            second === undefined ? ['day'] : ['day', second],
            [measure],
            points.map(([day, n]) => ({ day, ...(second !== undefined && { [second]: value }), [measure]: n })),
            asked,
          ),
        );
    } else if (statistic.groups?.parts[key] === part) {
      const { rows } = await call<StatAnswer>(name, { by: key });
      led.push(...numbersOf(statistic, part.by, part.measures, rows, asked));
    } else {
      const { list, sums } = await call<StatTable>(name, { pageSize: 200 });
      led.push(
        ...numbersOf(statistic, part.by, part.measures, list, asked),
        ...numbersOf(statistic, [], part.measures, [sums], asked),
      );
    }
  }
  return led;
}

/** Conditions of an address as a list call takes them. */
const asBody = (query: Where): object =>
  Object.fromEntries(
    Object.entries(query).map(([key, value]) => [key, key.endsWith('.in') ? value.split(',') : value]),
  );

interface Page {
  readonly total: number;
  readonly list: readonly Readonly<Record<string, unknown>>[];
}

/** First pages of lists, by what was asked: numbers of a cell share theirs. */
export type Seen = Map<string, Promise<Page>>;

/** So many rows are read at first where they are looked at, and at a time after that. */
const [fewRows, manyRows] = [20, 200];

/** Whether rows are looked at for the measure, not counted alone. */
const looksAt = (measure: Measure | undefined): measure is BaseMeasure =>
  measure !== undefined && isBase(measure) && (measure.value?.by === 'distinct' || measure.value?.by === 'sum');

async function readPage(test: TestApp, { entity, query }: Drill, as: string, paging: object): Promise<Page> {
  const path = pathOfCall(entityNamed(entity), 'list');
  const body = { ...paging, query: asBody(query), exactTotal: true };
  const { code, data, message } = await test.call<Page>('POST', path, body, { as });
  if (code !== 0) throw new Error(`${path} ${JSON.stringify(query)}: ${code} ${message}`);
  return data;
}

/** What the list behind a number says; undefined where it cannot say it: quotients, measured values, sums. */
export async function listed(
  test: TestApp,
  statistic: Statistic,
  { measure, asked }: Led,
  as: string,
  seen: Seen,
): Promise<number | undefined> {
  const of = statistic.measures[measure];
  const drill = drillOf(statistic, measure, asked);
  if (drill === undefined || of === undefined || !isBase(of)) return undefined;
  if (of.value !== undefined && !looksAt(of)) return undefined;
  const looked = Object.values(statistic.measures).some((one) => looksAt(one) && one.source === of.source);
  const key = JSON.stringify([drill.entity, drill.query]);
  const reading = seen.get(key) ?? readPage(test, drill, as, { page: 1, pageSize: looked ? fewRows : 1 });
  seen.set(key, reading);
  const { total, list } = await reading;
  if (of.value === undefined) return total;
  const { by, of: field } = of.value;
  const rows = total <= list.length ? [...list] : [];
  for (let page = 1; rows.length < total; page++)
    rows.push(...(await readPage(test, drill, as, { page, pageSize: manyRows })).list);
  const values = rows.map((row) => row[field]);
  if (rows.length > 0 && !(field in (rows[0] ?? {}))) return undefined;
  return by === 'distinct'
    ? new Set(values.filter((value) => value !== null)).size
    : values.reduce<number>((sum, value) => sum + Number(value ?? 0), 0);
}
