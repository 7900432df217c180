/**
 * Where everything of a domain is: `npm run domain -- trips` prints its entities, its folders with their files and lines, and the domains it uses
 * and is used by; `npm run domain` prints one line a domain.
 */
import { keysOf } from '../packages/contract/src/object.ts';
import { domains, type Domain } from '../packages/entities/src/domains.ts';
import { entities, plain } from '../packages/entities/src/registry.ts';
import { domainIn } from '../test/domains.ts';
import { importsOf, targetOf } from '../test/imports.ts';
import { readSources } from './habits.ts';

const names = keysOf(domains);
const sources = readSources();

const filesOf = Map.groupBy(sources, ({ path }) => domainIn(path));

/** Path to the folder that bears the domain's name, or to the file. */
function homeOf(path: string, domain: Domain): string {
  const parts = path.split('/');
  return parts.slice(0, parts.findIndex((part) => part.replace(/\.\w+$/, '') === domain) + 1).join('/');
}

/** Domains that files of this one import. */
const usesOf = (domain: Domain): ReadonlySet<Domain> =>
  new Set(
    (filesOf.get(domain) ?? []).flatMap(({ path }) =>
      importsOf(path).flatMap((specifier) => {
        const other = domainIn(targetOf(path, specifier) ?? '');
        return other === undefined || other === domain ? [] : [other];
      }),
    ),
  );

const entitiesOf = (domain: Domain): readonly string[] =>
  Object.values(entities)
    .map(plain)
    .flatMap((entity) => (entity.domain === domain ? [entity.name] : []));

function show(domain: Domain): void {
  const uses = [...usesOf(domain)].toSorted();
  const users = names.filter((name) => name !== domain && usesOf(name).has(domain));
  console.log(`${domain}: ${domains[domain].zh}, ${domains[domain].en}`);
  console.log(`entities   ${entitiesOf(domain).join(', ') || 'none'}`);
  console.log(`uses       ${uses.join(', ') || 'no other domain'}`);
  console.log(`used by    ${users.join(', ') || 'no other domain'}\n`);
  const homes = Map.groupBy(filesOf.get(domain) ?? [], ({ path }) => homeOf(path, domain));
  for (const [home, files] of [...homes].toSorted(([a], [b]) => a.localeCompare(b))) {
    const lines = files.reduce((sum, file) => sum + file.lines, 0);
    console.log(`${home.padEnd(44)} ${String(files.length).padStart(4)} files ${String(lines).padStart(6)} lines`);
  }
}

const [asked] = process.argv.slice(2);
const chosen = names.find((name) => name === asked);
if (chosen !== undefined) show(chosen);
else if (asked === undefined)
  for (const name of names) {
    const files = filesOf.get(name) ?? [];
    const lines = files.reduce((sum, file) => sum + file.lines, 0);
    console.log(
      `${name.padEnd(12)} ${String(files.length).padStart(4)} files ${String(lines).padStart(6)} lines  ${domains[name].en}`,
    );
  }
else {
  console.error(`There is no domain ${asked}. npm run domain lists them.`);
  process.exitCode = 2;
}
