import type { Expression, TemplateLiteral, TSType } from '@oxc-project/types';
import { globSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Visitor } from 'oxc-parser';
import { type Shape, shapeOf, type Source, sourceOf } from './shapes.ts';

/** A statement whose type of rows the source states. */
export interface Statement {
  /** `src/…/file.ts:line` */
  readonly place: string;
  /** Its text between the places of values and of other parts, in order. */
  readonly parts: readonly string[];
  readonly shape: Shape;
}

const root = join(import.meta.dirname, '../../..');
const isStatement = /^\s*(select|insert|update|delete|with|merge)\b/i;

/** The text of a template or string, where that is what an expression is, or what a constant of the file is made of. */
function partsOf(source: Source, expression: Expression | undefined): readonly string[] | undefined {
  switch (expression?.type) {
    case 'TaggedTemplateExpression':
      return textsOf(expression.quasi);
    case 'TemplateLiteral':
      return textsOf(expression);
    case 'Literal':
      return typeof expression.value === 'string' ? [expression.value] : undefined;
    case 'Identifier':
      return partsOf(source, constantOf(source, expression.name));
    case 'ObjectExpression':
      return partsOf(
        source,
        expression.properties.flatMap((one) =>
          one.type === 'Property' && one.key.type === 'Identifier' && one.key.name === 'text' ? [one.value] : [],
        )[0],
      );
    default:
      return undefined;
  }
}

const textsOf = ({ quasis }: TemplateLiteral): readonly string[] =>
  quasis.map(({ value }) => value.cooked ?? value.raw);

function constantOf({ program }: Source, name: string): Expression | undefined {
  for (const statement of program.body) {
    const one = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (one?.type === 'VariableDeclaration' && one.kind === 'const')
      for (const { id, init } of one.declarations)
        if (id.type === 'Identifier' && id.name === name && init && init.type !== 'Identifier') return init;
  }
  return undefined;
}

function statementsOf(path: string): Statement[] {
  const source = sourceOf(path);
  const found: Statement[] = [];
  const state = (type: TSType | undefined, parts: readonly string[] | undefined, start: number) => {
    const shape = type && shapeOf(source, type);
    if (shape && parts?.[0] !== undefined && isStatement.test(parts[0]))
      found.push({ place: `${relative(root, path)}@${start}`, parts, shape });
  };
  new Visitor({
    TaggedTemplateExpression: ({ tag, typeArguments, quasi, start }) => {
      if (tag.type === 'Identifier' && tag.name === 'sql') state(typeArguments?.params[0], textsOf(quasi), start);
    },
    CallExpression: ({ typeArguments, arguments: args, start }) => {
      const [type] = typeArguments?.params ?? [];
      if (type) for (const one of args) if (one.type !== 'SpreadElement') state(type, partsOf(source, one), start);
    },
  }).visit(source.program);
  return found;
}

/** All statements of the server whose types of rows can be read. */
export const readStatements = (): readonly Statement[] =>
  globSync('src/**/*.ts', { cwd: root }).flatMap((file) => statementsOf(join(root, file)));
