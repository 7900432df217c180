import type { FunctionItem } from '@wheelhouse/contract/calls/access/rights';
import type { ReactNode } from 'react';
import { useLang, type Lang } from '../../../i18n/lang.ts';
import { nameIn, useDictLookup } from '../../../reference/reference.ts';
import type { TreeItem } from '../../../ui/tree/model.ts';
import { TreePanel } from '../../../ui/tree/TreePanel.tsx';
import { useTree } from '../../../ui/tree/useTree.ts';
import { LabelTag, StatusTag } from '../../../ui/Values.tsx';
import type { FunctionIndex } from '../functions/model.ts';
import { placeOf, stepOf, type Place } from './node.ts';
import { useMenuTexts } from './texts.ts';
import './menu.css';

export interface NodeTreeProps {
  readonly index: FunctionIndex;
  readonly chosen: string | undefined;
  readonly onChoose: (code: string) => void;
  /** Absent without the right to move. */
  readonly onMove?: (node: FunctionItem, place: Place) => void;
  readonly tools?: ReactNode;
}

const itemOf = (node: FunctionItem, lang: Lang): TreeItem => ({
  key: node.code,
  name: nameIn(node, lang),
  texts: [node.name, node.nameEn, node.code],
  title: node.code,
  extra: <Marks node={node} />,
  children: node.subSysFunction.map((child) => itemOf(child, lang)),
});

/** The function tree to choose from, with search and dragging. */
export function NodeTree({ index, chosen, onChoose, onMove, tools }: NodeTreeProps): ReactNode {
  const lang = useLang();
  const texts = useMenuTexts();
  const state = useTree(
    index.roots.map((node) => itemOf(node, lang)),
    chosen,
  );
  const move = (code: string, placed: (node: FunctionItem) => Place | undefined): void => {
    const node = index.nodes.get(code);
    const place = node && placed(node);
    if (node !== undefined && place !== undefined) onMove?.(node, place);
  };
  return (
    <TreePanel
      label={texts('tree')}
      search={texts('search')}
      none={texts('none')}
      tools={tools}
      state={state}
      current={chosen}
      onChoose={onChoose}
      {...(onMove !== undefined && {
        onMove: (code, onto, zone) =>
          move(code, (node) => {
            const target = index.nodes.get(onto);
            return target && placeOf(index, node, target, zone);
          }),
        onStep: (code, step) => move(code, (node) => stepOf(index, node, step)),
      })}
    />
  );
}

function Marks({ node }: { readonly node: FunctionItem }): ReactNode {
  const texts = useMenuTexts();
  const dict = useDictLookup();
  return (
    <>
      {node.functionType === 1 ? null : (
        <LabelTag color={node.functionType === 3 ? 'warning' : 'default'}>
          {dict('FunctionType', node.functionType)?.name}
        </LabelTag>
      )}
      {Number(node.hidden) === 1 ? <span className="wh-faint">{texts('hidden')}</span> : null}
      {Number(node.enabled) === 0 ? <StatusTag color="danger">{texts('off')}</StatusTag> : null}
    </>
  );
}
