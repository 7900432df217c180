import type { MenuNode, OrganizationNode, RoleOption } from '@wheelhouse/contract/calls/access/rights';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Call, defineCall } from '../../http/call.ts';
import { AppError } from '../../http/errors.ts';
import type { FunctionNode } from './functions.ts';
import { sessionsOf } from './sessions.ts';

/** Who works with roles or menus may see the whole tree, also what they do not hold themselves. */
const wholeTree = ['roleRightsManage.query', 'menu.query'];

const functionTree = defineCall('POST /system/crm/sysFunction/tree', {
  access: 'login',
  effect: 'reads',
  body: z.object({ scope: z.enum(['mine', 'all']).default('mine') }),
  summary: { zh: '功能树：自己的，或全部', en: 'Function tree: own or complete' },
  async run(ctx, { scope }) {
    const { user } = ctx;
    const sessions = sessionsOf(ctx.app);
    const tree = await sessions.tree();
    if (scope === 'all') {
      if (!user.isAdmin && !wholeTree.some((code) => user.functions.has(code))) throw new AppError(1003);
      return tree.nodes(() => true);
    }
    await sessions.treeLoaded(user);
    return tree.menuOf(user.functions);
  },
});

/** What the console's menu is made of: pages and groups, without the buttons and paths below them. */
const menu = defineCall('GET /system/crm/sysFunction/tree', {
  access: 'login',
  kept: true,
  query: z.object({}),
  summary: { zh: '自己的菜单', en: 'Own menu' },
  async run(ctx) {
    const { user } = ctx;
    const sessions = sessionsOf(ctx.app);
    const tree = await sessions.tree();
    await sessions.treeLoaded(user);
    return menuNodes(tree.menuOf(user.functions));
  },
});

const menuNodes = (nodes: readonly FunctionNode[]): MenuNode[] =>
  nodes
    .filter(({ functionType }) => functionType === 1)
    .map(({ code, name, nameEn, functionType, icon, hidden, subSysFunction }) => ({
      code,
      name,
      nameEn,
      functionType,
      icon,
      hidden,
      subSysFunction: menuNodes(subSysFunction),
    }));

const allRoles = defineCall('POST /system/crm/sysRole/all', {
  access: 'login',
  effect: 'reads',
  body: z.object({}),
  summary: { zh: '全部启用的角色', en: 'All enabled roles' },
  async run(ctx) {
    const { rows } = await sql<RoleOption>`
      select role_code, role_name, role_name_en, dealer_assignable, data_scope from sys_role where enabled = 1 and not deleted order by built_in desc, id
    `.execute(ctx.app.db);
    return rows;
  },
});

type OrganizationRow = Omit<OrganizationNode, 'children'>;

function nest(rows: readonly OrganizationRow[]): OrganizationNode[] {
  const codes = new Set(rows.map((row) => row.code));
  const below = (parent: string | undefined): OrganizationNode[] =>
    rows
      .filter((row) =>
        parent === undefined ? row.parentCode === null || !codes.has(row.parentCode) : row.parentCode === parent,
      )
      .map((row) => ({ ...row, children: below(row.code) }));
  return below(undefined);
}

const organizationTree = defineCall('POST /system/crm/organization/tree', {
  access: 'login',
  effect: 'reads',
  body: z.object({}),
  summary: { zh: '组织树', en: 'Organization tree' },
  async run(ctx) {
    const { rows } =
      await sql<OrganizationRow>`select id, code, name, name_en, parent_code from sys_organization where not deleted order by sort, id`.execute(
        ctx.app.db,
      );
    return nest(rows);
  },
});

export const treeCalls: readonly Call[] = [functionTree, menu, allRoles, organizationTree];
