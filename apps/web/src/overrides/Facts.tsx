import type { ReactNode } from 'react';
import { labelOf } from '@wheelhouse/entities/registry';
import { FieldValue } from '../entity-ui/cells/index.tsx';
import { isEmpty, type EntityRow } from '../entity-ui/model.ts';
import { usePick } from '../i18n/lang.ts';
import { cellOf, type EntityUi } from '../entity-ui/override.ts';
import './overrides.css';

/** Some fields of a record in one line under its title. */
export function Facts({
  entity,
  override,
  row,
  names,
}: EntityUi & { readonly row: EntityRow; readonly names: readonly string[] }): ReactNode {
  const pick = usePick();
  return (
    <span className="ov-facts">
      {names
        .filter((name) => !isEmpty(row[name]))
        .map((name) => (
          <span key={name}>
            <span className="wh-faint">{pick(labelOf(entity, name))}</span>{' '}
            <FieldValue entity={entity} name={name} row={row} place="list" as={cellOf(override, name)} />
          </span>
        ))}
    </span>
  );
}
