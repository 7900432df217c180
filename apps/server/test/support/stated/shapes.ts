import type { Expression, Program, TSType, TSSignature } from '@oxc-project/types';
import { parseSync } from 'oxc-parser';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** What a value may be, by the names of `kindOf`; `undefined`: anything, because the type is not read. */
export type Kinds = ReadonlySet<string> | undefined;

/** A type of rows: what each column may be. */
export interface Shape {
  readonly columns: ReadonlyMap<string, { readonly kinds: Kinds; readonly optional: boolean }>;
  /** It takes columns that it does not name. */
  readonly open: boolean;
}

export interface Source {
  readonly path: string;
  readonly program: Program;
  /** Types that the file declares, by name. */
  readonly types: ReadonlyMap<string, Declared>;
  /** Where names of other files come from. */
  readonly imported: ReadonlyMap<string, { readonly path: string; readonly name: string }>;
}

type Declared =
  | { readonly alias: TSType }
  | { readonly members: readonly TSSignature[]; readonly bases: readonly Base[] };
interface Base {
  readonly name: string;
  readonly args: readonly TSType[];
}

const sources = new Map<string, Source>();

export function sourceOf(path: string): Source {
  const known = sources.get(path);
  if (known) return known;
  const { program } = parseSync(path, readFileSync(path, 'utf8'));
  const source = { path, program, types: declaredIn(program), imported: importedBy(path, program) };
  sources.set(path, source);
  return source;
}

const nameOf = (node: Expression | { readonly type: string }): string =>
  node.type === 'Identifier' && 'name' in node ? node.name : '';

function declaredIn(program: Program): Map<string, Declared> {
  const types = new Map<string, Declared>();
  for (const statement of program.body) {
    const one = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    // A type with parameters is not read.
    if (one?.type === 'TSTypeAliasDeclaration' && one.typeParameters === null)
      types.set(one.id.name, { alias: one.typeAnnotation });
    if (one?.type === 'TSInterfaceDeclaration' && one.typeParameters === null)
      types.set(one.id.name, {
        members: one.body.body,
        bases: one.extends.map(({ expression, typeArguments }) => ({
          name: nameOf(expression),
          args: typeArguments?.params ?? [],
        })),
      });
  }
  return types;
}

/** Names from files beside it; what comes from packages is not read. */
function importedBy(path: string, program: Program): Map<string, { path: string; name: string }> {
  const imported = new Map<string, { path: string; name: string }>();
  for (const statement of program.body) {
    if (statement.type !== 'ImportDeclaration' || !statement.source.value.startsWith('.')) continue;
    const from = resolve(dirname(path), statement.source.value);
    if (!existsSync(from)) continue;
    for (const one of statement.specifiers)
      if (one.type === 'ImportSpecifier' && one.imported.type === 'Identifier')
        imported.set(one.local.name, { path: from, name: one.imported.name });
  }
  return imported;
}

/** The declaration of a name as a file sees it. */
function declarationOf(source: Source, name: string): { source: Source; declared: Declared } | undefined {
  const declared = source.types.get(name);
  if (declared) return { source, declared };
  const from = source.imported.get(name);
  return from && declarationOf(sourceOf(from.path), from.name);
}

const keywords: Readonly<Record<string, string>> = {
  TSStringKeyword: 'string',
  TSNumberKeyword: 'number',
  TSBooleanKeyword: 'boolean',
  TSNullKeyword: 'null',
  TSTemplateLiteralType: 'string',
  TSArrayType: 'object',
  TSTupleType: 'object',
  TSTypeLiteral: 'object',
  TSObjectKeyword: 'object',
  TSMappedType: 'object',
};
const named: Readonly<Record<string, string>> = {
  Date: 'date',
  Buffer: 'bytes',
  Record: 'object',
  ReadonlyMap: 'object',
};
/** They leave the kinds of what they are about as they are. */
const transparent: ReadonlySet<string> = new Set(['Readonly', 'Partial', 'Required', 'Pick', 'Omit']);

const join = (all: readonly Kinds[]): Kinds =>
  all.includes(undefined) ? undefined : new Set(all.flatMap((one) => [...(one ?? [])]));

function kindsOf(source: Source, type: TSType): Kinds {
  const keyword = keywords[type.type];
  if (keyword) return new Set([keyword]);
  switch (type.type) {
    case 'TSLiteralType':
      return 'value' in type.literal ? new Set([typeof type.literal.value]) : undefined;
    case 'TSUnionType':
      return join(type.types.map((one) => kindsOf(source, one)));
    case 'TSTypeOperator':
      return type.operator === 'readonly' ? kindsOf(source, type.typeAnnotation) : undefined;
    case 'TSParenthesizedType':
      return kindsOf(source, type.typeAnnotation);
    case 'TSTypeReference':
      return kindsOfName(source, nameOf(type.typeName), type.typeArguments?.params ?? []);
    default:
      return undefined;
  }
}

function kindsOfName(source: Source, name: string, args: readonly TSType[]): Kinds {
  const found = declarationOf(source, name);
  if (found) return 'alias' in found.declared ? kindsOf(found.source, found.declared.alias) : new Set(['object']);
  const [about] = args;
  if (transparent.has(name) && about) return kindsOf(source, about);
  const kind = named[name];
  return kind === undefined ? undefined : new Set([kind]);
}

function ofMembers(source: Source, members: readonly TSSignature[]): Shape {
  const columns = new Map<string, { kinds: Kinds; optional: boolean }>();
  for (const member of members)
    if (member.type === 'TSPropertySignature') {
      const type = member.typeAnnotation?.typeAnnotation;
      const name = member.key.type === 'Literal' ? String(member.key.value) : nameOf(member.key);
      columns.set(name, { kinds: type && kindsOf(source, type), optional: member.optional });
    }
  return { columns, open: members.some(({ type }) => type === 'TSIndexSignature') };
}

const together = (shapes: readonly Shape[]): Shape => ({
  columns: new Map(shapes.flatMap(({ columns }) => [...columns])),
  open: shapes.some(({ open }) => open),
});

function all(shapes: readonly (Shape | undefined)[]): Shape | undefined {
  const read = shapes.filter((shape) => shape !== undefined);
  return read.length === shapes.length ? together(read) : undefined;
}

function literals(type: TSType | undefined): ReadonlySet<string> | undefined {
  const types = type?.type === 'TSUnionType' ? type.types : type ? [type] : [];
  const values = types.flatMap((one) =>
    one.type === 'TSLiteralType' && 'value' in one.literal ? [String(one.literal.value)] : [],
  );
  return values.length === types.length ? new Set(values) : undefined;
}

function ofUtility(source: Source, name: string, [about, keys]: readonly TSType[]): Shape | undefined {
  if (name === 'Record') return about?.type === 'TSStringKeyword' ? { columns: new Map(), open: true } : undefined;
  const shape = about && shapeOf(source, about);
  if (shape === undefined || name === 'Readonly') return shape;
  if (name === 'Partial')
    return { ...shape, columns: new Map([...shape.columns].map(([key, one]) => [key, { ...one, optional: true }])) };
  const names = literals(keys);
  if (names === undefined || !(name === 'Pick' || name === 'Omit')) return undefined;
  const columns = [...shape.columns].filter(([key]) => names.has(key) === (name === 'Pick'));
  return { ...shape, columns: new Map(columns) };
}

function ofName(source: Source, name: string, args: readonly TSType[]): Shape | undefined {
  const found = declarationOf(source, name);
  if (found === undefined) return ofUtility(source, name, args);
  const { declared } = found;
  if ('alias' in declared) return shapeOf(found.source, declared.alias);
  const bases = declared.bases.map((base) => ofName(found.source, base.name, base.args));
  return all([...bases, ofMembers(found.source, declared.members)]);
}

/** The columns that a type of rows names, if they can be read from the source. */
export function shapeOf(source: Source, type: TSType): Shape | undefined {
  switch (type.type) {
    case 'TSTypeLiteral':
      return ofMembers(source, type.members);
    case 'TSIntersectionType':
      return all(type.types.map((one) => shapeOf(source, one)));
    case 'TSTypeReference':
      return ofName(source, nameOf(type.typeName), type.typeArguments?.params ?? []);
    case 'TSMappedType':
      // An interface as a type that takes other columns: `{ [K in keyof Row]: Row[K] }`.
      return type.constraint.type === 'TSTypeOperator' && type.constraint.operator === 'keyof'
        ? shapeOf(source, type.constraint.typeAnnotation)
        : undefined;
    default:
      return undefined;
  }
}
