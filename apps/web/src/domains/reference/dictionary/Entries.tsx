import type { ActionAnswer } from '@wheelhouse/contract/calls/kit';
import type { DictionaryEntry } from '@wheelhouse/contract/calls/reference';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { codeOfCall, labelOf } from '@wheelhouse/entities';
import { downloadExport } from '../../../api/files.ts';
import { useAction } from '../../../api/query.ts';
import { useT } from '../../../i18n/common.ts';
import { useLang, usePick } from '../../../i18n/lang.ts';
import { useEntityTexts } from '../../../entity-ui/texts.ts';
import { askConfirm } from '../../../lib/confirm.ts';
import { notify } from '../../../lib/notify.ts';
import { nameIn, useDictLookup } from '../../../reference/reference.ts';
import { hrefOf } from '../../../routing/page.ts';
import { useCan } from '../../../session/session.ts';
import { SearchBox } from '../../../ui/inputs/SearchBox.tsx';
import { DataTable, type TableColumn } from '../../../ui/table/DataTable.tsx';
import { LabelTag, StatusTag } from '../../../ui/Values.tsx';
import { dictionaryBase, entryEntity, type Category } from './entry.ts';
import { useDictionaryTexts } from './texts.ts';
import { Button } from '../../../ui/Button.tsx';

export interface EntriesProps {
  readonly category: Category;
  readonly onAdd: () => void;
  readonly onEdit: (entry: DictionaryEntry) => void;
  /** After something was written. */
  readonly onChanged: () => void;
}

const matches = (entry: DictionaryEntry, typed: string): boolean =>
  [entry.code, entry.name, entry.nameEn, entry.alarmErrCode ?? ''].some((text) => text.toLowerCase().includes(typed));

/** Entries of one category. */
export function Entries({ category, onAdd, ...rest }: EntriesProps): ReactNode {
  const t = useT();
  const lang = useLang();
  const can = useCan();
  const texts = useDictionaryTexts();
  const mayChange = !category.guarded || can('dictionary.guard');
  const [typed, setTyped] = useState('');
  const text = typed.trim().toLowerCase();
  const shown = category.entries.filter((entry) => matches(entry, text));
  const name = nameIn(category, lang);
  const take = useAction(`${dictionaryBase}/export`, {
    done: t('done'),
    onSuccess: ({ fileName }) => downloadExport(fileName),
  });
  const exportAll = async (): Promise<void> => {
    if (
      !(await askConfirm({ title: texts('exportQuestion', { name, n: category.entries.length }), okText: t('export') }))
    )
      return;
    take.mutate({ query: { 'category.eq': category.category } });
  };
  return (
    <section className="wh-section sm-entries" aria-label={name}>
      <div className="wh-section-head">
        <h2>
          {name} <span className="wh-faint wh-num">{category.category}</span>{' '}
          {category.guarded ? <StatusTag color="warning">{texts('guarded')}</StatusTag> : null}
        </h2>
        <div className="wh-section-extra">
          <SearchBox label={texts('searchEntry')} value={typed} onChange={setTyped} />
          {can('dictionary.export') ? <Button onClick={() => void exportAll()}>{t('export')}</Button> : null}
          {can('dictionary.add') && mayChange ? (
            <Button type="primary" onClick={onAdd}>
              {texts('addEntry')}
            </Button>
          ) : null}
        </div>
      </div>
      {category.guarded ? (
        <p className="sm-guarded wh-faint" role="note">
          {texts('guardedNote')}{' '}
          {can('changeRequest.query') ? (
            <Link to={hrefOf('changeRequest', { 'status.eq': '1', 'kind.eq': '1' })}>{texts('toApprove')}</Link>
          ) : null}
        </p>
      ) : null}
      <EntryTable {...rest} category={category} shown={shown} />
    </section>
  );
}

function EntryTable({
  category,
  shown,
  onEdit,
  onChanged,
}: Omit<EntriesProps, 'onAdd'> & { readonly shown: readonly DictionaryEntry[] }): ReactNode {
  const pick = usePick();
  const texts = useDictionaryTexts();
  const common = useEntityTexts();
  const dict = useDictLookup();
  const can = useCan();
  const mayChange = !category.guarded || can('dictionary.guard');
  const hasErrorCode = category.entries.some((entry) => entry.alarmErrCode !== null);
  const parents = category.parentCategory;
  const column = (
    name: string,
    rest: Pick<TableColumn<DictionaryEntry>, 'num' | 'render'>,
  ): TableColumn<DictionaryEntry> => ({
    key: name,
    label: pick(labelOf(entryEntity, name)),
    ...rest,
  });
  const columns: readonly TableColumn<DictionaryEntry>[] = [
    column('code', { num: true, render: (entry) => entry.code }),
    column('name', { render: (entry) => entry.name }),
    column('nameEn', { render: (entry) => entry.nameEn }),
    ...(parents === null
      ? []
      : [column('parentCode', { render: ({ parentCode }) => dict(parents, parentCode)?.name ?? parentCode })]),
    ...(hasErrorCode ? [column('alarmErrCode', { num: true, render: (entry) => entry.alarmErrCode })] : []),
    column('enabled', {
      render: ({ enabled, builtIn }) => (
        <span className="eu-tags">
          <StatusTag color={dict('EnableStatus', enabled)?.color}>
            {dict('EnableStatus', enabled)?.name ?? enabled}
          </StatusTag>
          {Number(builtIn) === 1 ? <LabelTag>{texts('builtIn')}</LabelTag> : null}
        </span>
      ),
    }),
    {
      key: 'preview',
      label: texts('preview'),
      render: ({ color, name }) => (color ? <LabelTag color={color}>{name}</LabelTag> : null),
    },
    column('sort', { num: true, render: (entry) => entry.sort }),
    {
      key: 'actions',
      label: common('actions'),
      edge: 'end',
      render: (entry) => (mayChange ? <EntryActions entry={entry} onEdit={onEdit} onChanged={onChanged} /> : null),
    },
  ];
  return (
    <DataTable
      lines
      label={texts('entries')}
      empty={texts('noEntry')}
      columns={columns}
      rows={shown}
      rowKey={(entry) => entry.id}
    />
  );
}

function EntryActions({
  entry,
  onEdit,
  onChanged,
}: Pick<EntriesProps, 'onEdit' | 'onChanged'> & { readonly entry: DictionaryEntry }): ReactNode {
  const t = useT();
  const lang = useLang();
  const can = useCan();
  const texts = useDictionaryTexts();
  const about = { name: nameIn(entry, lang), code: entry.code };
  const on = Number(entry.enabled) === 1;
  const fixed = Number(entry.builtIn) === 1 ? texts('builtInHint') : undefined;
  // What was left out says why: of a guarded list, that it waits.
  const onSuccess = ({ skipped = [] }: Pick<ActionAnswer, 'skipped'>): void => {
    const [left] = skipped;
    if (left === undefined) notify.success(t('done'));
    else notify.info(left.message);
    onChanged();
  };
  const enable = useAction(`${dictionaryBase}/enable`, { onSuccess });
  const drop = useAction(`${dictionaryBase}/batchDelete`, { onSuccess });
  const toggle = async (): Promise<void> => {
    if (on && !(await askConfirm({ title: texts('disableQuestion', about), okText: t('disable'), danger: true })))
      return;
    enable.mutate({ ids: [entry.id], enabled: on ? 0 : 1 });
  };
  const remove = async (): Promise<void> => {
    if (await askConfirm({ title: texts('deleteQuestion', about), okText: t('delete'), danger: true }))
      drop.mutate({ ids: [entry.id] });
  };
  return (
    <span className="eu-row-actions">
      {can(codeOfCall(entryEntity, 'update')) ? (
        <button
          type="button"
          className="wh-link-button"
          aria-label={`${t('edit')} ${about.name}`}
          onClick={() => onEdit(entry)}
        >
          {t('edit')}
        </button>
      ) : null}
      {can('dictionary.enable') ? (
        <button
          type="button"
          className="wh-link-button"
          disabled={on && fixed !== undefined}
          title={on ? fixed : undefined}
          onClick={() => void toggle()}
        >
          {t(on ? 'disable' : 'enable')}
        </button>
      ) : null}
      {can('dictionary.delete') ? (
        <button
          type="button"
          className="wh-link-button eu-error"
          disabled={fixed !== undefined}
          title={fixed}
          onClick={() => void remove()}
        >
          {t('delete')}
        </button>
      ) : null}
    </span>
  );
}
