/**
 * What the gate took by stage, and would take with all domains: `npm run gate-cost -- <output of .ci/run>`. Loops over entities and pages
 * grow with them, tests of the domains and the static checks with the number of domains; tests of the platform, starting, installing and
 * building stay as they are. Exit 1 where that is more than 25 minutes.
 */
import { readFileSync } from 'node:fs';
import { pages } from '../e2e/pages.ts';
import { domains } from '../packages/entities/src/domains.ts';
import { entities, plain } from '../packages/entities/src/registry.ts';
import { routes } from '../packages/entities/src/routes.ts';
import { stagesIn } from './test-report.ts';

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error('npm run gate-cost -- <output of .ci/run>');
  process.exit(2);
}
const log = readFileSync(file, 'utf8');
const allEntities = 150;
const allDomains = Object.keys(domains).length;
const most = 25 * 60;
const defs = Object.values(entities).map(plain);
const growth = {
  entities: allEntities / defs.length,
  pages: routes.filter(({ kind }) => kind !== 'group').length / pages.length,
  domains: allDomains / new Set(defs.map(({ domain }) => domain)).size,
};

/** Stages of the gate that run no test files. */
const others = [...log.matchAll(/^=== (.+): \d+ passed, \d+ failed \((\d+) s\)$/gm)]
  .map(([, name = '', clock]) => ({ name, clock: Number(clock) }))
  .filter(({ name }) => name !== 'tests')
  .map(({ name, clock }) => ({ name, clock, later: name === 'static checks' ? clock * growth.domains : clock }));

const tests = stagesIn(log).map(({ name, clock, looping, platform, tests: all }) => {
  if (name === 'rules' || all === 0) return { name, clock, later: clock };
  const factor = name === 'browser' ? growth.pages : growth.entities;
  const grown = looping * factor + platform + (all - looping - platform) * growth.domains;
  return { name, clock, later: (clock * grown) / all };
});

const stages = [...others, ...tests];
const total = (part: 'clock' | 'later'): number => stages.reduce((sum, stage) => sum + stage[part], 0);
const times = Object.entries(growth).map(([name, factor]) => `${name} × ${factor.toFixed(1)}`);
console.log(`\n${times.join(', ')}\n\n| stage | s now | s with all domains |\n|---|---|---|`);
for (const { name, clock, later } of stages) console.log(`| ${name} | ${clock} | ${later.toFixed(0)} |`);
console.log(`| all | ${total('clock')} | ${total('later').toFixed(0)} |`);
process.exitCode = total('later') > most ? 1 : 0;
