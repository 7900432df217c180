import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { domains as named, type Domain } from '@wheelhouse/entities/domains';
import { fieldLabels } from '@wheelhouse/entities/labels';
import { derivedTarget, entities, labelOf, plain, shownAs, type Known } from '@wheelhouse/entities/registry';
import type { Plugin } from 'vite';

const src = join(import.meta.dirname, '../../../packages/entities/src');
const virtual = '\0known:';

export const indexOf = (domain: string): string => join(src, domain, 'index.ts');

/** Domains that have definitions. */
export const domains = (Object.keys(named) as Domain[]).filter((domain) => existsSync(indexOf(domain)));

/** The domain whose folder a module is in, or whose names it makes known. */
export function domainOf(id: string): Domain | undefined {
  const start = [virtual, `${src}/`].find((one) => id.startsWith(one));
  const [folder] = start === undefined ? [] : id.slice(start.length).split('/');
  return domains.find((domain) => domain === folder);
}

const domainOfEntity = 'virtual:domain-of';

/** Gives the console the domain of each entity by its name: it knows what to fetch before it has any definition. */
export function entityNames(): Plugin {
  return {
    name: 'entity-names',
    resolveId: (id) => (id === domainOfEntity ? `\0${id}` : null),
    load(id) {
      if (id !== `\0${domainOfEntity}`) return null;
      const pairs = Object.values(entities).map(({ name, domain }) => [name, domain]);
      return `export const domainOf = ${JSON.stringify(Object.fromEntries(pairs))};`;
    },
  };
}

/**
 * Gives the definitions of a domain what they name and do not carry: default labels of their fields, those fields of other
 * entities that they show, machines. So a page loads its domain and nothing of the others, however many there are.
 */
export function entityDomains(): Plugin {
  return {
    name: 'entity-domains',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith('known:') ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(virtual)) return null;
      const domain = id.slice(virtual.length);
      const known = JSON.stringify(knownTo(domain), (_, value: unknown) =>
        value instanceof RegExp ? undefined : value,
      );
      const machines = existsSync(join(src, 'machines', `${domain}.ts`))
        ? `import { ${domain}Machines as machines } from '@wheelhouse/entities/machines/${domain}';`
        : 'const machines = {};';
      return `import { know } from '@wheelhouse/entities/reading';
${machines}
know({ ...${known}, machines });`;
    },
    transform(code, id) {
      const domain = domainOf(id);
      return domain !== undefined && /define(?:Entity|Log)\(/.test(code) ? `import 'known:${domain}';\n${code}` : null;
    },
  };
}

/** What a domain's definitions name, machines left out. Labels are those of all words in its files: actions have fields too. */
export function knownTo(domain: string): Omit<Known, 'machines'> {
  const own = Object.values(entities)
    .map(plain)
    .filter((entity) => entity.domain === domain);
  const said = readdirSync(join(src, domain)).map((file) => readFileSync(join(src, domain, file), 'utf8'));
  const names = new Set([...said.join(' ').matchAll(/\w+/g)].map(([word]) => word));
  for (const { fields } of own) for (const name of Object.keys(fields)) names.add(name);
  const labels = Object.fromEntries(Object.entries(fieldLabels).filter(([name]) => names.has(name)));
  return { labels, entities: shownBy(own) };
}

/** Of entities whose values others show: those fields, as they are shown, with their labels. */
function shownBy(own: readonly ReturnType<typeof plain>[]): Known['entities'] {
  const shown: Record<string, Known['entities'][string]> = {};
  for (const entity of own)
    for (const field of Object.values(entity.fields)) {
      const target = derivedTarget(entity, field);
      if (target === undefined) continue;
      const { name, title } = target.entity;
      const as = { ...shownAs(target.entity, target.name), label: labelOf(target.entity, target.name) };
      shown[name] = { name, title, fields: { ...shown[name]?.fields, [target.name]: as } };
    }
  return shown;
}
