import type { ReactNode } from 'react';
import { labelOf, type EntityDef, type Row } from '@wheelhouse/entities';
import { usePick } from '../../i18n/lang.ts';
import { FieldValue } from '../cells/index.tsx';
import { sameValue, textOf } from '../model.ts';
import { useDetailTexts } from './texts.ts';
import { Changes } from './History.tsx';
import { richChanges, wordChanges, type BlockChange, type Piece } from './rich-diff.ts';

const textKinds: ReadonlySet<string | undefined> = new Set(['text', 'longText', 'richText']);
const fileKinds: ReadonlySet<string | undefined> = new Set(['image', 'images', 'file', 'files', 'video', 'audio']);

function Pieces({ pieces }: { readonly pieces: readonly Piece[] }): ReactNode {
  return (
    <p>
      {pieces.map(({ text, side }, at) => {
        if (side === 'same') return <span key={at}>{text}</span>;
        return side === 'added' ? <ins key={at}>{text}</ins> : <del key={at}>{text}</del>;
      })}
    </p>
  );
}

function Block({ change }: { readonly change: BlockChange }): ReactNode {
  const texts = useDetailTexts();
  if (change.kind === 'words') return <Pieces pieces={change.pieces} />;
  if (change.kind === 'format')
    return (
      <p>
        {change.text} <span className="wh-faint">{texts('versionFormat')}</span>
      </p>
    );
  const shown =
    change.tag === 'img' ? (
      <img src={change.src} alt={texts(change.side === 'added' ? 'versionAdded' : 'versionRemoved')} />
    ) : (
      texts('file')
    );
  return <p>{change.side === 'added' ? <ins>{shown}</ins> : <del>{shown}</del>}</p>;
}

/** What differs in a text: formatted ones by blocks and words, others by words. */
export function TextChanges({
  rich,
  before,
  after,
}: {
  readonly rich: boolean;
  readonly before: string;
  readonly after: string;
}): ReactNode {
  if (!rich) return <Pieces pieces={wordChanges(before, after)} />;
  return richChanges(before, after).map((change, at) => <Block key={at} change={change} />);
}

interface Sides {
  readonly entity: EntityDef;
  readonly before: Row;
  readonly after: Row;
}

/** Files and pictures of both sides, one beside the other. */
function FileChanges({ entity, name, before, after }: Sides & { readonly name: string }): ReactNode {
  const texts = useDetailTexts();
  return (
    <div className="eu-version-files">
      <div role="group" aria-label={texts('before')}>
        <FieldValue entity={entity} name={name} row={{ id: '', ...before }} place="detail" />
      </div>
      <span aria-hidden="true">→</span>
      <div role="group" aria-label={texts('after')}>
        <FieldValue entity={entity} name={name} row={{ id: '', ...after }} place="detail" />
      </div>
    </div>
  );
}

/** What differs between two versions of a record, field by field in the order of the entity. */
export function VersionChanges({ entity, before, after }: Sides): ReactNode {
  const pick = usePick();
  const texts = useDetailTexts();
  const changed = Object.keys(entity.fields).filter(
    (name) => name in before && name in after && !sameValue(before[name], after[name]),
  );
  if (changed.length === 0) return <p className="wh-faint">{texts('versionSame')}</p>;
  return (
    <div className="eu-version-changes">
      {changed.map((name) => {
        const kind = entity.fields[name]?.kind;
        if (!textKinds.has(kind) && !fileKinds.has(kind)) {
          const names = Object.keys(after).filter((one) => one === name || !(one in entity.fields));
          const changes = names.map((field) => ({ field, before: before[field], after: after[field] }));
          return <Changes key={name} entity={entity} changes={changes} />;
        }
        return (
          <section key={name} aria-label={pick(labelOf(entity, name))}>
            <h3>{pick(labelOf(entity, name))}</h3>
            {fileKinds.has(kind) ? (
              <FileChanges entity={entity} name={name} before={before} after={after} />
            ) : (
              <TextChanges rich={kind === 'richText'} before={textOf(before[name])} after={textOf(after[name])} />
            )}
          </section>
        );
      })}
    </div>
  );
}
