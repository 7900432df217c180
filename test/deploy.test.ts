import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordOf } from '@wheelhouse/contract/object';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { variableNames } from '../apps/server/src/config.ts';
import { archiveMetrics } from '../apps/server/src/db/archiving.ts';
import { poolGauges } from '../apps/server/src/db/metrics.ts';
import { workCounters, workGauges } from '../apps/server/src/work/metrics.ts';
import { followerMetrics, roundMetrics } from '../apps/server/src/work/round-metrics.ts';
import { proofGauges } from '../apps/server/src/modules/proof/watch.ts';
import { readMetrics } from '../apps/server/src/db/reads.ts';
import { gatewayMetrics } from '../apps/server/src/gateway/metrics.ts';
import { natsMetrics } from '../apps/server/src/gateway/nats/metrics.ts';
import { jobMetrics } from '../apps/server/src/modules/job-metrics.ts';
import { ledgerGauge } from '../apps/server/src/modules/orders/ledger/watch.ts';
import { selfSigned } from '../apps/server/test/support/certificate.ts';
import { haproxyProgram, refusalOf } from '../apps/server/test/support/haproxy.ts';
import { root } from '../scripts/tools.ts';

// What operators deploy with names variables, metrics and files: each has to exist.

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const yaml = (path: string): Readonly<Record<string, unknown>> => recordOf(parse(read(path), { merge: true }));
/** The simulated fleet reads these by itself. */
const ofSimulator = ['SIMULATOR_RATE', 'SIMULATOR_OTA_MISHAPS'];
const known = new Set([...variableNames, ...ofSimulator]);
const isSecret = (name: string): boolean =>
  /KEY|PASSWORD|SECRET|TOKEN|CREDENTIALS|HEADERS|^DATABASE_(READ_)?URL$/.test(name);
const unknown = (names: readonly string[]): readonly string[] => names.filter((name) => !known.has(name));

const values = yaml('deploy/helm/wheelhouse/values.yaml');
const templates = 'deploy/helm/wheelhouse/templates';

describe('variables', () => {
  test('are all documented, and none that does not exist', () => {
    const table = read('docs/operations.md').split('## Variables')[1]?.split('\n## ')[0] ?? '';
    const documented = table
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([A-Z0-9_]+)`/g)].map(([, name = '']) => name));
    expect(documented.toSorted()).toEqual([...known].toSorted());
  });

  test('that are secret are in the table of what to do when they leak', () => {
    const table = read('docs/security.md').split('\n## Secrets')[1]?.split('\n\n')[0] ?? '';
    expect([...known].filter((name) => isSecret(name) && !table.includes(`\`${name}\``))).toEqual([]);
  });

  test('of the compose file exist, and its secrets come from outside', () => {
    const services = recordOf(yaml('deploy/compose.yaml')['services']);
    for (const name of ['api', 'devices']) {
      const environment = recordOf(recordOf(services[name])['environment']);
      expect(unknown(Object.keys(environment))).toEqual([]);
      const secrets = Object.entries(environment).filter(([variable]) => isSecret(variable));
      expect(secrets.filter(([, value]) => !/\$\{\w+\}/.test(String(value)))).toEqual([]);
    }
  });

  test('of the chart exist, and hold no secret', () => {
    const settings = Object.keys(recordOf(values['settings']));
    expect(unknown(settings)).toEqual([]);
    expect(settings.filter(isSecret)).toEqual([]);
    const named = [...read(`${templates}/deployments.yaml`).matchAll(/name: ([A-Z_]+),/g)].map(([, name = '']) => name);
    expect(unknown(named)).toEqual([]);
    expect(named.filter((name) => settings.includes(name))).toEqual([]);
  });

  test('of the units exist, and have no value where they are secret', () => {
    const lines = read('deploy/systemd/common.env').matchAll(/^(\w+)=(.*)$/gm);
    const given = [...lines].map(([, name = '', value = '']) => [name, value] as const);
    expect(unknown(given.map(([name]) => name))).toEqual([]);
    expect(given.filter(([name, value]) => isSecret(name) && value !== '')).toEqual([]);
  });
});

describe('the configuration of haproxy', () => {
  const files = ['haproxy.cfg', 'processes.cfg'].map((name) => `deploy/haproxy/${name}`);
  const addresses = [
    ...new Set(files.flatMap((file) => [...read(file).matchAll(/\bLB_[A-Z]+\b/g)].map(([name]) => name))),
  ];

  test('takes its addresses from variables that are documented', () => {
    const documented = [...read('docs/operations.md').matchAll(/^\| `(LB_[A-Z]+)`/gm)].map(([, name = '']) => name);
    expect(documented.toSorted()).toEqual(addresses.toSorted());
  });

  const why = haproxyProgram === undefined ? ' (skipped: there is no haproxy on this machine)' : '';
  test.skipIf(haproxyProgram === undefined)(`is one that it takes, with all of them and with none${why}`, () => {
    const paths = files.map((file) => join(root, file));
    expect(refusalOf(paths, {})).toBe('');
    const dir = mkdtempSync(join(tmpdir(), 'wheelhouse-'));
    const { cert, key } = selfSigned();
    writeFileSync(join(dir, 'console.pem'), `${cert}${key}`);
    const env = Object.fromEntries(addresses.map((name, n) => [name, `127.0.0.1:${20_000 + n}`]));
    expect(refusalOf(paths, { ...env, LB_CERTIFICATE: join(dir, 'console.pem') })).toBe('');
    rmSync(dir, { recursive: true });
  });
});

test('templates of the chart use values that it has, and close what they open', () => {
  for (const file of readdirSync(join(root, templates))) {
    const text = read(`${templates}/${file}`);
    for (const [, path = ''] of text.matchAll(/\.Values\.([\w.]+)/g)) {
      let at: unknown = values;
      for (const key of path.split('.')) at = recordOf(at)[key];
      expect(at, `${file}: ${path}`).toBeDefined();
    }
    const opened = text.match(/\{\{-? (range|if|with) /g)?.length ?? 0;
    expect(text.match(/\{\{-? end -?\}\}/g)?.length ?? 0, file).toBe(opened);
  }
});

test('the image is made of files that exist', () => {
  const sources = [...read('deploy/container/Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
    ([, paths = '']) => paths.split(' '),
  );
  expect(sources.length).toBeGreaterThan(5);
  expect(sources.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('files of the backups are documented and name one stanza', () => {
  const documented = read('docs/operations.md');
  const folder = 'deploy/pgbackrest';
  const files = readdirSync(join(root, folder));
  expect(files.filter((file) => !documented.includes(`${folder}/${file}`))).toEqual([]);
  const stanzas = files.flatMap((file) =>
    [...read(`${folder}/${file}`).matchAll(/^\[(?!global)(\w+)\]$|--stanza=(\w+)/gm)].map(
      ([, own, named]) => own ?? named,
    ),
  );
  expect(stanzas.length).toBeGreaterThan(3);
  expect(new Set(stanzas)).toEqual(new Set(['wheelhouse']));
  expect(documented.match(/--stanza=\w+/g)).toEqual(expect.arrayContaining(['--stanza=wheelhouse']));
});

test('rules and the dashboard ask for metrics that the platform has', async () => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  archiveMetrics(registry, async () => ({ failing: false, archived: 0, waiting: 0 }));
  gatewayMetrics(registry);
  workCounters(registry);
  workGauges(registry, async () => []);
  readMetrics(registry, []);
  proofGauges(registry, async () => []);
  ledgerGauge(registry);
  jobMetrics(registry);
  roundMetrics(registry);
  followerMetrics(registry, 'trips');
  poolGauges(registry, { totalCount: 0, idleCount: 0, waitingCount: 0 });
  natsMetrics(registry);
  const metrics = await registry.getMetricsAsJSON();
  const names = new Set(['up', 'http_request_duration_seconds', ...metrics.map(({ name }) => name)]);
  const groups = yaml('deploy/prometheus/rules.yml')['groups'];
  const rules = (Array.isArray(groups) ? groups : []).flatMap((group) => {
    const own = recordOf(group)['rules'];
    return Array.isArray(own) ? own.map(recordOf) : [];
  });
  const recorded = rules.flatMap(({ record }) => (typeof record === 'string' ? [record] : []));
  const dashboard: unknown = JSON.parse(read('deploy/grafana/wheelhouse.json'));
  const panels = recordOf(dashboard)['panels'];
  const shown = (Array.isArray(panels) ? panels : []).flatMap((panel) => {
    const targets = recordOf(panel)['targets'];
    return Array.isArray(targets) ? targets.map((target) => String(recordOf(target)['expr'])) : [];
  });
  const asked = [...rules.map(({ expr }) => String(expr)), ...shown];
  const used = asked.flatMap((expr) =>
    [
      ...expr
        .replaceAll(/"[^"]*"/g, '')
        .matchAll(/(?<![\w:{,] ?)\b((?:wheelhouse[:_]|http_|nodejs_|process_)[\w:]+|up)\b/g),
    ].map(([name]) => name),
  );
  expect(used.length).toBeGreaterThan(20);
  const isThere = (name: string): boolean =>
    recorded.includes(name) || names.has(name) || names.has(name.replace(/_(bucket|count|sum)$/, ''));
  expect(used.filter((name) => !isThere(name))).toEqual([]);
});
