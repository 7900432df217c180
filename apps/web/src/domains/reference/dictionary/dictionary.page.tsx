import type { DictionaryEntry } from '@wheelhouse/contract/calls/reference';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callKey, useAction } from '../../../api/query.ts';
import { Dialogs, useDialogs } from '../../../entity-ui/dialogs.tsx';
import { useLang, usePick } from '../../../i18n/lang.ts';
import { nameIn } from '../../../reference/reference.ts';
import { loadDictionaries } from '../../../session/boot.ts';
import { useCan } from '../../../session/session.ts';
import { usePage } from '../../../routing/page.ts';
import { PageBody, PageHeader } from '../../../ui/Layout.tsx';
import { MasterDetail } from '../../../ui/MasterDetail.tsx';
import { TreePanel } from '../../../ui/tree/TreePanel.tsx';
import { useTree } from '../../../ui/tree/useTree.ts';
import { EmptyState, PendingState } from '../../../ui/States.tsx';
import { Entries } from './Entries.tsx';
import { dictionaryBase, loadCategories, pagePath, type Category } from './entry.ts';
import { useDictionaryTexts } from './texts.ts';
import { dialogPart } from '../../../ui/part.tsx';
import { Button } from '../../../ui/Button.tsx';
import '../../../entity-ui/entity-ui.css';
import '../../access/system.css';

const EntryDialog = dialogPart(() => import('./EntryDialog.tsx'));

/** Categories of the dictionary, and the entries of the chosen one. */
export default function Dictionary(): ReactNode {
  return (
    <Dialogs>
      <DictionaryPage />
    </Dialogs>
  );
}

function DictionaryPage(): ReactNode {
  const pick = usePick();
  const can = useCan();
  const texts = useDictionaryTexts();
  const page = usePage();
  const dialogs = useDialogs();
  const { data, error, refetch } = useQuery({
    queryKey: callKey(pagePath, { all: true }),
    queryFn: ({ signal }) => loadCategories(signal),
    meta: { inline: true },
  });
  const chosen = data?.find((one) => one.category === page.search.get('category'));
  const show = (category: string): void => page.setSearch({ category });
  const changed = (): void => {
    void refetch();
    void loadDictionaries().catch(() => undefined);
  };
  const edit = async (category: Category | undefined, entry?: DictionaryEntry): Promise<void> => {
    const saved = await dialogs.open<{ category: string }>((close) => (
      <EntryDialog
        categories={data ?? []}
        entry={entry}
        category={entry === undefined ? category : undefined}
        onClose={close}
      />
    ));
    if (saved === null) return;
    changed();
    show(saved.category);
  };
  const refresh = useAction(`${dictionaryBase}/refresh`, { done: texts('refreshed'), onSuccess: changed });
  return (
    <PageBody>
      <PageHeader
        title={pick(page.route)}
        actions={
          <>
            {can('dictionary.refresh') ? (
              <Button loading={refresh.isPending} onClick={() => refresh.mutate({})}>
                {texts('refreshCache')}
              </Button>
            ) : null}
            {can('dictionary.add') ? (
              <Button onClick={() => void edit(undefined)}>{texts('addCategory')}</Button>
            ) : null}
          </>
        }
      />
      {data === undefined ? (
        <PendingState error={error} onRetry={() => void refetch()} />
      ) : (
        <MasterDetail
          name="dictionary"
          chosen={chosen !== undefined}
          onBack={() => page.setSearch({ category: undefined })}
          master={<Categories categories={data} chosen={chosen?.category} onChoose={show} />}
          detail={
            chosen === undefined ? (
              <section className="wh-section">
                <EmptyState title={texts('choose')} />
              </section>
            ) : (
              <Entries
                key={chosen.category}
                category={chosen}
                onAdd={() => void edit(chosen)}
                onEdit={(entry) => void edit(chosen, entry)}
                onChanged={changed}
              />
            )
          }
        />
      )}
    </PageBody>
  );
}

function Categories({
  categories,
  chosen,
  onChoose,
}: {
  readonly categories: readonly Category[];
  readonly chosen: string | undefined;
  readonly onChoose: (category: string) => void;
}): ReactNode {
  const lang = useLang();
  const texts = useDictionaryTexts();
  const state = useTree(
    categories.map((one) => ({
      key: one.category,
      name: nameIn(one, lang),
      texts: [one.category, one.name, one.nameEn ?? ''],
      label: (
        <>
          {nameIn(one, lang)}
          <small>{one.category}</small>
        </>
      ),
      extra: <span className="wh-num wh-faint">{one.entries.length}</span>,
    })),
    chosen,
  );
  return (
    <TreePanel
      label={texts('categories')}
      search={texts('searchCategory')}
      none={texts('noCategory')}
      state={state}
      current={chosen}
      onChoose={onChoose}
    />
  );
}
