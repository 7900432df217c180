import { itemCode } from '@wheelhouse/entities/reference/item-code';
import { type Code, codes } from '@wheelhouse/entities/codes';
import { dictionaries, type Dictionary } from '@wheelhouse/entities/dictionaries';
import { entities, labelOf, plain } from '@wheelhouse/entities/registry';
import type { Row } from '@wheelhouse/entities/fields';
import type { StoredRowOf } from '@wheelhouse/entities/rows';
import { setStateIn } from '../../entity/actions.ts';
import { HeldChange, isApproved } from '../../entity/held.ts';
import type { SavingOf } from '../../entity/hooks.ts';
import { holds, lockInScope } from '../../entity/read.ts';
import { updateIn } from '../../entity/update.ts';
import { addIn, deleteAll } from '../../entity/write.ts';
import type { Tx } from '../../db/pool.ts';
import type { CallContext } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { contentOf, type Content, type KindOfChange, requestChange } from '../changes/service.ts';

const entity = plain(itemCode);
const all = Object.values(entities).map(plain);
const right = 'dictionary.guard';
const actions = codes.ChangeAction;

const guarding: ReadonlySet<string> = new Set(
  dictionaries.filter((dictionary: Dictionary) => dictionary.guards).map(({ category }) => category),
);

/** Whether the entries of a category allow or forbid something (`guards` of its dictionary). */
const isGuarded = (category: unknown): boolean => guarding.has(String(category));

/** Categories that guard something. */
export const guardingCategories: string[] = [...guarding];

const shown = ['category', 'code', 'name', 'nameEn', 'enabled'] as const;

/** What changes: `before` and `after` of each field that differs. */
function differences(before: Row | undefined, after: Row | undefined, names: readonly string[]): Content['fields'] {
  return (
    names
      // What no form writes follows from the rest.
      .filter((name) => entity.fields[name]?.readonly !== true && (before?.[name] ?? null) !== (after?.[name] ?? null))
      .map((field) => {
        const label = labelOf(entity, field);
        return {
          field,
          label: label.zh,
          labelEn: label.en,
          before: before?.[field] ?? null,
          after: after?.[field] ?? null,
        };
      })
  );
}

function refuseUnlessHeld({ user }: CallContext): void {
  if (!holds(user, right)) throw new AppError(1144);
}

type Entry = StoredRowOf<'itemCode'>;
type Named = Partial<Record<'category' | 'name', unknown>>;

const subjectOf = ({ category, name }: Named): string => `${String(category)} · ${String(name)}`;

/** An entry of a guarded category, new or changed, is stored when somebody else has approved it. @throws HeldChange, AppError 1144 */
export function holdSave({ ctx, tx, old, values }: SavingOf<'itemCode'>): void {
  if (!isGuarded(old?.category ?? values.category) || isApproved(tx)) return;
  refuseUnlessHeld(ctx);
  const fields = differences(old, { ...old, ...values }, Object.keys(values));
  // Nothing differs: there is nothing to approve.
  if (old !== undefined && fields.length === 0) return;
  const about = { id: old?.id ?? '0', rev: old?.rev ?? 0 };
  throw new HeldChange(about, (own) =>
    requestChange(ctx, own, {
      kind: codes.ChangeKind.dictionary,
      action: old === undefined ? actions.add : actions.edit,
      subject: subjectOf(old ?? values),
      content: { ...(old && { target: about }), fields },
    }),
  );
}

/** The same of a deletion or a switch: asked for in the transaction that leaves the entry out. @returns why it is left out */
export async function holdMove(
  ctx: CallContext,
  tx: Tx,
  row: Entry,
  action: Code<'ChangeAction'>,
): Promise<AppError | undefined> {
  if (!isGuarded(row.category) || isApproved(tx)) return undefined;
  refuseUnlessHeld(ctx);
  const after = action === actions.delete ? undefined : { ...row, enabled: action === actions.enable ? 1 : 0 };
  await requestChange(ctx, tx, {
    kind: codes.ChangeKind.dictionary,
    action,
    subject: subjectOf(row),
    content: { target: { id: row.id, rev: row.rev }, fields: differences(row, after, shown) },
  });
  return new AppError(1143);
}

/** Changes of guarded categories, as they are done when they are approved. */
export const dictionaryChanges: KindOfChange = {
  right,
  async carryOut(ctx, tx, request) {
    const { target, fields } = contentOf(request);
    const values = Object.fromEntries(fields.map(({ field, after }) => [field, after]));
    if (target === undefined) {
      await addIn(ctx, tx, entity, values);
      return;
    }
    const { rev } = await lockInScope(ctx, tx, entity, target.id, ['id', 'rev']);
    if (rev !== target.rev) throw new AppError(1145);
    const ids = [target.id];
    const action = Number(request.action);
    if (action === actions.delete) await deleteAll(ctx, tx, entity, ids, all, true);
    else if (action === actions.edit) await updateIn(ctx, tx, entity, { key: target.id, rev, input: values });
    else await setStateIn(ctx, tx, entity, 'enabled', action === actions.enable ? 1 : 0, ids, true);
  },
};
