import type { FunctionItem } from '@wheelhouse/contract/calls/access/rights';
import { PlusOutlined } from '@ant-design/icons';
import { useState, type ReactNode } from 'react';
import { errorText } from '@wheelhouse/contract';
import { call, refreshRights } from '../../../api/client.ts';
import { invalidate, useAction } from '../../../api/query.ts';
import { Dialogs } from '../../../entity-ui/dialogs.tsx';
import { useT } from '../../../i18n/common.ts';
import { useLang, usePick } from '../../../i18n/lang.ts';
import { askConfirm } from '../../../lib/confirm.ts';
import { notify } from '../../../lib/notify.ts';
import { nameIn } from '../../../reference/reference.ts';
import { useCan } from '../../../session/session.ts';
import { usePage } from '../../../routing/page.ts';
import { PageBody, PageHeader, Section } from '../../../ui/Layout.tsx';
import { MasterDetail } from '../../../ui/MasterDetail.tsx';
import { EmptyState, PendingState } from '../../../ui/States.tsx';
import { LabelTag } from '../../../ui/Values.tsx';
import { indexFunctions, type FunctionIndex } from '../functions/model.ts';
import { useFunctions } from '../functions/useFunctions.ts';
import { HistoryButton } from '../HistoryButton.tsx';
import { functionBase, functionEntity, refusalOf, type Place } from './node.ts';
import { NodeForm } from './NodeForm.tsx';
import { NodeTree } from './NodeTree.tsx';
import { useMenuTexts } from './texts.ts';
import { Button } from '../../../ui/Button.tsx';
import '../../../entity-ui/entity-ui.css';
import '../system.css';

/** The function tree at the left, the chosen node at the right. */
export default function Menu(): ReactNode {
  const pick = usePick();
  const page = usePage();
  const { index, error, reload } = useFunctions();
  return (
    <Dialogs>
      <PageBody>
        <PageHeader title={pick(page.route)} />
        {index === undefined ? <PendingState error={error} onRetry={reload} /> : <MenuBody index={index} />}
      </PageBody>
    </Dialogs>
  );
}

/** The tree changed: this page's copy, and what the shell shows. */
async function changed(): Promise<void> {
  await Promise.all([invalidate(functionBase), refreshRights().catch(() => undefined)]);
}

function MenuBody({ index }: { readonly index: FunctionIndex }): ReactNode {
  const lang = useLang();
  const can = useCan();
  const texts = useMenuTexts();
  const page = usePage();
  const code = page.search.get('code') ?? undefined;
  const node = code === undefined ? undefined : index.nodes.get(code);
  // Undefined: no new node is being made; null: one at the top.
  const [parent, setParent] = useState<string | null>();
  const choose = (next: string | undefined): void => {
    setParent(undefined);
    page.setSearch({ code: next });
  };
  const relocate = useAction(`${functionBase}/move`, {
    onSuccess: async (_answer, { code: moved }) => {
      const of = index.nodes.get(moved);
      await changed();
      if (of !== undefined) notify.success(texts('moved', { name: nameIn(of, lang) }));
    },
  });
  const move = (moved: FunctionItem, place: Place): void => {
    const refusal = refusalOf(index, moved, place);
    if (refusal !== undefined) return notify.error(errorText(refusal, lang));
    relocate.mutate({
      code: moved.code,
      parentCode: place.parentCode,
      ...(place.beforeCode !== undefined && { beforeCode: place.beforeCode }),
    });
  };
  const addTop = can('menu.add') ? (
    <Button icon={<PlusOutlined />} onClick={() => setParent(null)}>
      {texts('addTop')}
    </Button>
  ) : null;
  return (
    <MasterDetail
      name="menu"
      width={400}
      chosen={parent !== undefined || node !== undefined}
      onBack={() => choose(undefined)}
      master={
        <NodeTree
          index={index}
          chosen={parent === undefined ? code : undefined}
          onChoose={choose}
          {...(can('menu.move') ? { onMove: move } : {})}
          tools={addTop}
        />
      }
      detail={
        parent !== undefined ? (
          <NewNode
            key={parent ?? ''}
            index={index}
            parent={parent}
            onDone={choose}
            onCancel={() => setParent(undefined)}
          />
        ) : node === undefined ? (
          <section className="wh-section">
            <EmptyState title={texts('choose')} description={texts('chooseHint')} />
          </section>
        ) : (
          <ChosenNode
            key={node.code}
            index={index}
            node={node}
            onAddBelow={() => setParent(node.code)}
            onGone={() => choose(undefined)}
          />
        )
      }
    />
  );
}

/** Reads the tree anew and finds a node in it. */
const refetchNode = async (code: string): Promise<FunctionItem | undefined> =>
  indexFunctions(await call(`${functionBase}/tree`, { scope: 'all' })).nodes.get(code);

interface NewNodeProps {
  readonly index: FunctionIndex;
  readonly parent: string | null;
  readonly onDone: (code: string) => void;
  readonly onCancel: () => void;
}

function NewNode({ index, parent, onDone, onCancel }: NewNodeProps): ReactNode {
  const lang = useLang();
  const texts = useMenuTexts();
  const above = parent === null ? undefined : index.nodes.get(parent);
  const saved = async (code: string): Promise<void> => {
    await changed();
    onDone(code);
  };
  return (
    <Section
      title={texts('newNode')}
      extra={
        <span className="wh-faint">
          {above === undefined ? texts('top') : texts('below', { name: nameIn(above, lang) })}
        </span>
      }
    >
      <NodeForm
        index={index}
        node={undefined}
        parentCode={parent}
        readOnly={false}
        onSaved={(code) => void saved(code)}
        onCancel={onCancel}
        refetchNode={refetchNode}
      />
    </Section>
  );
}

interface ChosenNodeProps {
  readonly index: FunctionIndex;
  readonly node: FunctionItem;
  readonly onAddBelow: () => void;
  readonly onGone: () => void;
}

function ChosenNode({ index, node, onAddBelow, onGone }: ChosenNodeProps): ReactNode {
  const t = useT();
  const lang = useLang();
  const can = useCan();
  const texts = useMenuTexts();
  const builtIn = Number(node.builtIn) === 1;
  // Moved or changed elsewhere: shown at once, unless something is being written here.
  const [kept, setKept] = useState(node);
  const [dirty, setDirty] = useState(false);
  if (kept.rev !== node.rev && !dirty) setKept(node);
  const drop = useAction(`${functionBase}/deleteFunction`, {
    onSuccess: async () => {
      await changed();
      notify.success(t('done'));
      onGone();
    },
  });
  const remove = async (): Promise<void> => {
    if (
      await askConfirm({
        title: texts('deleteQuestion', { name: nameIn(node, lang), code: node.code }),
        danger: true,
        okText: t('delete'),
      })
    )
      drop.mutate({ code: node.code });
  };
  const extra = (
    <>
      {can('menu.add') && node.functionType === 1 ? <Button onClick={onAddBelow}>{texts('addBelow')}</Button> : null}
      {can('menu.delete') && !builtIn ? (
        <Button danger onClick={() => void remove()}>
          {t('delete')}
        </Button>
      ) : null}
    </>
  );
  return (
    <Section
      title={
        <>
          {nameIn(node, lang)} <span className="wh-faint wh-num">{node.code}</span>
        </>
      }
      extra={
        <span className="sm-node-extra">
          {builtIn ? <LabelTag>{texts('builtIn')}</LabelTag> : null}
          <HistoryButton entity={functionEntity} id={node.id} title={nameIn(node, lang)} />
        </span>
      }
    >
      <NodeForm
        key={kept.rev}
        index={index}
        node={kept}
        parentCode={kept.parentCode}
        readOnly={!can('menu.edit')}
        onDirty={setDirty}
        onSaved={() => void changed()}
        refetchNode={refetchNode}
        extra={extra}
      />
    </Section>
  );
}
