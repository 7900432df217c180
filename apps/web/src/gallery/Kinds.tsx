import { useState, type ReactNode } from 'react';
import { shownAs, type StoredKind } from '@wheelhouse/entities';
import { FieldValue } from '../entity-ui/cells/index.tsx';
import { FieldFilter, visibleFilters } from '../entity-ui/filters/index.tsx';
import { FieldInput } from '../entity-ui/inputs/index.tsx';
import { isEmpty } from '../entity-ui/model.ts';
import { useLang } from '../i18n/lang.ts';
import { none } from '../ui/format.ts';
import { kinds, sampleEntity, sampleRow } from './sample.ts';
import { useTestTexts } from './texts.ts';

/** Every kind of field as it is shown, entered and filtered by; what is entered is shown at once. */
export function Kinds(): ReactNode {
  const texts = useTestTexts();
  const lang = useLang();
  return (
    <div className="tg-kinds" key={lang}>
      {kinds.map((kind) => (
        <Kind key={kind} kind={kind} />
      ))}
      <p className="eu-hint">{texts('value')}: JSON</p>
    </div>
  );
}

function Kind({ kind }: { readonly kind: StoredKind }): ReactNode {
  const texts = useTestTexts();
  const [start] = useState(sampleRow);
  const [value, setValue] = useState<unknown>(start[kind] ?? null);
  const [query, setQuery] = useState<Readonly<Record<string, string>>>({});
  const row = { ...start, [kind]: value };
  const spec = visibleFilters(sampleEntity).find(({ name }) => name === kind);
  const change = (patch: Readonly<Record<string, string | undefined>>): void =>
    setQuery(
      Object.fromEntries(
        Object.entries({ ...query, ...patch }).filter((entry): entry is [string, string] => entry[1] !== undefined),
      ),
    );
  return (
    <section className="tg-kind" aria-label={kind}>
      <h3>{kind}</h3>
      <Part label={texts('cell')}>
        {isEmpty(value) ? (
          <span className="wh-faint">{none}</span>
        ) : (
          <FieldValue entity={sampleEntity} name={kind} row={row} place="list" />
        )}
      </Part>
      <Part label={texts('detail')}>
        {isEmpty(value) ? (
          <span className="wh-faint">{none}</span>
        ) : (
          <FieldValue entity={sampleEntity} name={kind} row={row} place="detail" />
        )}
      </Part>
      <Part label={texts('input')} inputId={`sample-${kind}`} kind={kind}>
        <FieldInput
          id={`sample-${kind}`}
          name={kind}
          field={shownAs(sampleEntity, kind)}
          label={kind}
          owner="sample"
          stored={start}
          disabled={false}
          value={value}
          onChange={setValue}
        />
        <code className="tg-value">{JSON.stringify(value)}</code>
      </Part>
      <Part label={texts('filter')}>
        {spec === undefined ? (
          <span className="wh-faint">{none}</span>
        ) : (
          <FieldFilter entity={sampleEntity} spec={spec} query={query} onChange={change} />
        )}
        {Object.keys(query).length === 0 ? null : <code className="tg-value">{JSON.stringify(query)}</code>}
      </Part>
    </section>
  );
}

interface PartProps {
  readonly label: string;
  /** Of the input that this is the label of. */
  readonly inputId?: string;
  readonly kind?: string;
  readonly children: ReactNode;
}

const Part = ({ label, inputId, kind, children }: PartProps): ReactNode => (
  <div className="tg-part">
    {inputId === undefined ? (
      <span className="tg-label">{label}</span>
    ) : (
      <label className="tg-label" htmlFor={inputId}>
        {label} <span className="wh-visually-hidden">{kind}</span>
      </label>
    )}
    <div>{children}</div>
  </div>
);
