import { useState, type ReactNode } from 'react';
import { labelOf, type EntityDef } from '@wheelhouse/entities';
import { useAction } from '../../api/query.ts';
import { useLang } from '../../i18n/lang.ts';
import { callPath, textOf, type EntityRow } from '../model.ts';
import { useTitleOf } from '../title.ts';
import { useEntityTexts } from '../texts.ts';

/** The field that says where a record stands. */
const place = 'sort';

/** The place of a record among the others, changed where it is shown: Enter keeps it, Escape leaves it, arrows go to the next one. */
export default function SortCell({ entity, row }: { readonly entity: EntityDef; readonly row: EntityRow }): ReactNode {
  const titleOf = useTitleOf();
  const lang = useLang();
  const texts = useEntityTexts();
  const stored = textOf(row[place]);
  const [draft, setDraft] = useState<string>();
  const sort = useAction(callPath(entity, 'sort'), {
    invalidates: [callPath(entity, 'list')],
    onSuccess: () => setDraft(undefined),
  });
  const field = entity.fields[place];
  const [min, max] = field?.kind === 'int' ? [field.min ?? 0, field.max ?? 9999] : [0, 9999];
  const name = `${labelOf(entity, place)[lang]} ${titleOf(entity, row)}`;
  const keep = (): void => {
    // While it is on its way the input is disabled, and so loses the focus: that is no second answer.
    if (sort.isPending) return;
    const next = Number(draft);
    if (draft === undefined || draft.trim() === '' || !Number.isInteger(next) || next === Number(stored))
      return setDraft(undefined);
    sort.mutate({ items: [{ id: row.id, sort: Math.min(max, Math.max(min, next)) }] });
  };
  if (draft === undefined)
    return (
      <button
        type="button"
        className="eu-sort-value wh-num"
        aria-label={`${name}: ${stored}`}
        title={texts('sortHint')}
        onClick={() => setDraft(stored)}
      >
        {stored}
      </button>
    );
  return (
    <input
      className="eu-sort-input wh-num"
      inputMode="numeric"
      aria-label={name}
      value={draft}
      disabled={sort.isPending}
      // The cell was just opened to be typed into.
      ref={(box) => {
        if (box !== null && document.activeElement !== box && !sort.isPending) {
          box.focus();
          box.select();
        }
      }}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') keep();
        if (event.key === 'Escape') setDraft(undefined);
      }}
    />
  );
}
