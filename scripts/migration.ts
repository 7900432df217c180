/**
 * Prints the SQL that creates the tables of entities, for a new migration: `npm run migration -- vehicle dealer` (default: all).
 * The output is a draft: read it, then keep it under apps/server/src/db/migrations.
 */
import { entities, plain } from '@wheelhouse/entities/registry';
import { ddlOf } from '../apps/server/src/entity/ddl.ts';

const names = process.argv.slice(2);
const chosen = Object.values(entities)
  .map(plain)
  .filter((entity) => names.length === 0 || names.includes(entity.name));
const parts = chosen.map((entity) => ({ entity, ddl: ddlOf(entity) }));
for (const { entity, ddl } of parts)
  if (ddl) console.log(`-- ${entity.label.en} (${entity.domain}/${entity.name})\n${ddl.table}\n`);
for (const { entity, ddl } of parts)
  if (ddl && ddl.after.length > 0) console.log(`-- ${entity.label.en}\n${ddl.after.join('\n')}\n`);
