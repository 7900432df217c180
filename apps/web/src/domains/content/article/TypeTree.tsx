import type { ArticleTypeNode } from '@wheelhouse/contract/calls/content/publications';
import { articleType } from '@wheelhouse/entities/content/article-type';
import { plain } from '@wheelhouse/entities/registry';
import type { ReactNode } from 'react';
import { useAction, useCall } from '../../../api/query.ts';
import { useDialogs } from '../../../entity-ui/dialogs.tsx';
import { useLang, type Lang } from '../../../i18n/lang.ts';
import { notify } from '../../../lib/notify.ts';
import { nameIn } from '../../../reference/reference.ts';
import { useCan } from '../../../session/session.ts';
import { dialogPart } from '../../../ui/part.tsx';
import { PendingState } from '../../../ui/States.tsx';
import type { TreeItem } from '../../../ui/tree/model.ts';
import { TreePanel } from '../../../ui/tree/TreePanel.tsx';
import { useTree } from '../../../ui/tree/useTree.ts';
import { StatusTag } from '../../../ui/Values.tsx';
import { findType, onlyChosen, placeOf, stepOf, type Place } from './place.ts';
import { useArticleTexts } from './texts.ts';

const RecordDrawer = dialogPart(() => import('../../../entity-ui/detail/RecordDrawer.tsx'));

const base = '/ps/crm/articleType';
/** More categories than an app has. */
const most = 200;

/** The categories that the list's filters choose, in their tree: dragged to another place, opened by a click. */
export default function TypeTree({ query }: { readonly query: Readonly<Record<string, unknown>> }): ReactNode {
  const tree = useCall(`${base}/tree`, {}, { inlineErrors: true });
  const filtered = Object.keys(query).length > 0;
  const list = useCall(
    `${base}/list`,
    { page: 1, pageSize: most, query },
    { enabled: filtered, keepPrevious: true, inlineErrors: true },
  );
  const { data } = tree;
  const again = (): void => void Promise.all([tree.refetch(), filtered ? list.refetch() : undefined]);
  if (data === undefined || (filtered && list.data === undefined))
    return <PendingState error={tree.error ?? list.error} onRetry={again} />;
  const shown = filtered ? onlyChosen(data, new Set(list.data?.list.map(({ id }) => id))) : data;
  return <Types roots={data} shown={shown} />;
}

const itemOf = (node: ArticleTypeNode, lang: Lang): TreeItem => ({
  key: node.id,
  name: nameIn(node, lang),
  texts: [node.name, node.nameEn ?? ''],
  extra: <Marks node={node} />,
  children: node.children.map((child) => itemOf(child, lang)),
});

function Types({
  roots,
  shown,
}: {
  readonly roots: readonly ArticleTypeNode[];
  readonly shown: readonly ArticleTypeNode[];
}): ReactNode {
  const lang = useLang();
  const texts = useArticleTexts();
  const can = useCan();
  const dialogs = useDialogs();
  const state = useTree(
    shown.map((node) => itemOf(node, lang)),
    undefined,
    () => new Set(roots.map(({ id }) => id)),
  );
  const relocate = useAction(`${base}/move`, {
    invalidates: [base],
    onSuccess: (_answer, { id }) => {
      const moved = findType(roots, id);
      if (moved !== undefined) notify.success(texts('moved', { name: nameIn(moved.node, lang) }));
    },
  });
  const move = (id: string, place: Place | undefined): void => {
    if (place !== undefined) relocate.mutate({ id, ...place });
  };
  const open = (id: string): void =>
    void dialogs.open((close) => <RecordDrawer entity={plain(articleType)} id={id} onClose={() => close(null)} />);
  return (
    <>
      <TreePanel
        label={texts('tree')}
        search={texts('search')}
        none={texts('none')}
        state={state}
        onChoose={open}
        {...(can('articleCategory.edit') && {
          onMove: (id, target, zone) => {
            const place = placeOf(roots, id, target, zone);
            if (place === undefined) notify.error(texts('onlyTwo'));
            else move(id, place);
          },
          onStep: (id, step) => move(id, stepOf(roots, id, step)),
        })}
      />
      {can('articleCategory.edit') ? <p className="wh-faint">{texts('hint')}</p> : null}
    </>
  );
}

function Marks({ node }: { readonly node: ArticleTypeNode }): ReactNode {
  const texts = useArticleTexts();
  return (
    <>
      {node.showInApp === 0 ? <span className="wh-faint">{texts('hidden')}</span> : null}
      {node.enabled === 0 ? <StatusTag color="danger">{texts('off')}</StatusTag> : null}
    </>
  );
}
