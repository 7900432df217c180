import type { ReactNode } from 'react';
import { labelOf } from '@wheelhouse/entities/registry';
import { usePick } from '../../i18n/lang.ts';
import { FieldValue } from '../cells/index.tsx';
import { isEmpty, type EntityRow } from '../model.ts';
import { cellOf, type EntityUi } from '../override.ts';
import '../entity-ui.css';

/** Some fields of a record in one line under its title. */
export function Facts({
  entity,
  override,
  row,
  names,
}: EntityUi & { readonly row: EntityRow; readonly names: readonly string[] }): ReactNode {
  const pick = usePick();
  return (
    <span className="eu-facts">
      {names
        .filter((name) => !isEmpty(row[name]))
        .map((name) => (
          <span key={name}>
            <span className="wh-faint">{pick(labelOf(entity, name))}</span>{' '}
            <span className="eu-fact">
              <FieldValue entity={entity} name={name} row={row} place="list" as={cellOf(override, name)} />
            </span>
          </span>
        ))}
    </span>
  );
}
