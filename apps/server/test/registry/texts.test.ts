import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Text } from '@wheelhouse/contract';
import { objectText } from '@wheelhouse/entities/access/log-objects';
import { actionText, pageText, seenText } from '@wheelhouse/entities/access/log-texts';
import { dictionaries } from '@wheelhouse/entities/dictionaries';
import { commonNames } from '@wheelhouse/entities/define';
import { entities, entityOf, labelOf, plain, shownAs } from '@wheelhouse/entities/registry';
import { inputLabel } from '@wheelhouse/entities/reading';
import { describe, expect, test } from 'vitest';
import { isTraced } from '../../src/http/trace.ts';
import { calls } from '../../src/modules/index.ts';
import { operationOf } from '../../src/modules/access/attempt-log.ts';

/** Everything that is shown has words of its own in both languages: no names of fields, calls or models. */
const all = Object.values(entities).map(plain);
const han = /\p{Script=Han}/u;
/** What Chinese writes in Latin letters, too. */
const latin = /^[A-Z0-9][\w .·/()&+-]*$/;

const isRaw = (text: Text | undefined, key: string): boolean =>
  text === undefined ||
  text.zh === key ||
  text.en === key ||
  /^(?!iOS\b)[a-z]+[A-Z]/.test(text.en) ||
  !(han.test(text.zh) || latin.test(text.zh)) ||
  han.test(text.en);

describe.each(all)('$name', (entity) => {
  test('every field, action and input has words in both languages', () => {
    const raw = [
      ...Object.keys(entity.fields).filter((name) => isRaw(labelOf(entity, name), name)),
      ...Object.entries(entity.actions ?? {}).flatMap(([name, action]) => [
        ...(isRaw(action.label, name) ? [name] : []),
        ...Object.entries(action.input ?? {})
          .filter(([key, field]) => isRaw(inputLabel(key, field), key))
          .map(([key]) => `${name}.${key}`),
      ]),
    ];
    expect(raw).toEqual([]);
  });

  test('no two columns, and no two inputs of a form, have the same label', () => {
    const twice = (names: readonly string[]): string[] =>
      (['zh', 'en'] as const).flatMap((lang) => {
        const labels = names.map((name) => labelOf(entity, name)[lang]);
        return labels.filter((label, at) => labels.indexOf(label) !== at);
      });
    expect(twice(entity.list.columns)).toEqual([]);
    for (const section of [entity.form ?? [], entity.detail ?? []])
      expect(twice(section.flatMap(({ fields }) => fields))).toEqual([]);
  });

  test('a unit stands once: a label that names one names that of the values, in both languages', () => {
    const uneven = Object.keys(entity.fields).flatMap((name) => {
      const field = shownAs(entity, name);
      if ((field.kind !== 'int' && field.kind !== 'decimal') || field.unit === undefined) return [];
      const { zh, en } = labelOf(entity, name);
      const isNamed = zh.endsWith(')') || en.endsWith(')');
      return isNamed && !(zh.endsWith(')') && en.endsWith(`(${field.unit})`)) ? [`${name}: ${zh}, ${en}`] : [];
    });
    expect(uneven).toEqual([]);
  });

  test('where a list shows the VIN of another record, a vehicle without one has its frame number', () => {
    const { columns } = entity.list;
    const field = entity.fields['vin'];
    const borrowed = field?.kind === 'lookup' && columns.some((name) => name === 'vin');
    expect(borrowed && !columns.some((name) => name === 'frameNo' || name === 'vehicleId')).toBe(false);
  });

  test('its kinds of private values have words in the log', () => {
    const names = Object.keys(entity.fields);
    expect([...names, ...commonNames].filter((name) => labelOf(entity, name) === undefined)).toEqual([]);
    expect(names.filter((name) => isRaw(seenText(entity, name), name))).toEqual([]);
  });
});

test('every dictionary value has words', () => {
  const raw = dictionaries.flatMap(({ category, zh, en, entries }) => [
    ...(isRaw({ zh, en }, '') ? [category] : []),
    ...entries
      .filter((entry) => entry.zh.trim() === '' || entry.en.trim() === '' || han.test(entry.en))
      .map(({ code }) => `${category}.${code}`),
  ]);
  expect(raw).toEqual([]);
});

describe('rows of the operation log', () => {
  const attempt = {
    user: null,
    params: {},
    code: 0,
    fields: [],
    leftOut: [],
    ip: '',
    userAgent: '',
    requestId: '',
    costMs: 0,
  };

  test.each(calls.filter(isTraced).map((call) => [call.path, call] as const))('%s', (path, call) => {
    const models = path.includes(':modelName') ? Object.keys(entities) : [undefined];
    for (const model of models) {
      const params: Record<string, string> = model === undefined ? {} : { modelName: model };
      for (const input of [{}, { id: '1' }]) {
        const { action, entity, route } = operationOf({ ...attempt, call, params, input });
        expect(isRaw(actionText(entity === null ? undefined : entityOf(entity), action), action), action).toBe(false);
        if (entity !== null) expect(isRaw(objectText(entity), entity), entity).toBe(false);
        if (route !== null) expect(isRaw(pageText(route), route), route).toBe(false);
      }
    }
  });

  /** Rows that an action writes itself name it in the source. */
  test('what modules and jobs write has words', () => {
    const folder = resolve(import.meta.dirname, '../../src');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (file) => /^(modules|entity)\/.*\.ts$/.test(file) && !file.includes('alarms/'),
    );
    const written = files.flatMap((file) => {
      const source = readFileSync(join(folder, file), 'utf8');
      const audits = [...source.matchAll(/audit\([^;]*?action: '(\w+)'[^;]*?entity: (?:'(\w+)'|\w)/gs)];
      const rows = [...source.matchAll(/into sys_operation_log[^`]*?'system', '(\w+)'/gs)];
      return [...audits, ...rows].map(([, action = '', entity]) => ({ file, action, entity }));
    });
    expect(written.length).toBeGreaterThan(15);
    const raw = written.filter(({ action, entity }) =>
      isRaw(actionText(entity === undefined ? undefined : entityOf(entity), action), action),
    );
    expect(raw).toEqual([]);
  });
});
