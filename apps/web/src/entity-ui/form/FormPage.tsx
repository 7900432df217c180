import { Form } from 'antd';
import type { ReactNode } from 'react';
import { recordOf } from '@wheelhouse/contract/object';
import type { Row } from '@wheelhouse/entities';
import { useT } from '../../i18n/common.ts';
import { usePick } from '../../i18n/lang.ts';
import type { EntityUi } from '../override.ts';
import { parentOf } from '../../routing/routes.ts';
import { queryOf, usePage, useTabTitle, useUnsavedGuard } from '../../routing/page.ts';
import { PageBody, PageHeader } from '../../ui/Layout.tsx';
import { Dialogs } from '../dialogs.tsx';
import type { EntityRow } from '../model.ts';
import { useTitleOf } from '../title.ts';
import { useEditedRecord } from '../useRecord.tsx';
import { routesOf } from '../../routing/entity-routes.ts';
import { copyOf } from './changes.ts';
import { DraftState, useAtRisk } from './DraftState.tsx';
import { EntityForm } from './EntityForm.tsx';
import { FormBar } from './FormBar.tsx';
import { useEntityForm, type EntityFormHandle } from './useEntityForm.tsx';

interface FormPageProps extends EntityUi {
  /** What a new record starts with, where another page has filled it in. */
  readonly preset?: Row | undefined;
}

/**
 * Add or edit page of an entity, as its route says; `?copy=<id>` starts a new record with the values of another. Leaves to the record's detail page, else to its list.
 * @for a copy of a record: the button `<page>.copy` and a link with `?copy=<id>`; unique and private values, times and files are not copied:
 * `domains/bluetooth/setup`
 */
export function EntityFormPage({ entity, override, preset }: FormPageProps): ReactNode {
  const page = usePage();
  const editing = page.route.kind === 'edit';
  const source = editing ? page.id : (page.search.get('copy') ?? undefined);
  const { row, instead } = useEditedRecord(entity, source);
  return (
    <Dialogs>
      {source !== undefined && row === undefined ? (
        <PageBody>{instead}</PageBody>
      ) : (
        <FormBody
          key={row?.id ?? 'new'}
          entity={entity}
          override={override}
          stored={editing ? row : undefined}
          preset={editing || row === undefined ? preset : copyOf(entity, row)}
        />
      )}
    </Dialogs>
  );
}

interface FormBodyProps extends EntityUi {
  readonly stored: EntityRow | undefined;
  readonly preset: Row | undefined;
}

/** What the form's override shows beside it, with the values as they are entered. */
function Aside({ override, form }: Pick<EntityFormHandle, 'override' | 'form'>): ReactNode {
  const values: unknown = Form.useWatch((all: Row) => all, { form, preserve: true });
  const Shown = override?.aside;
  return Shown === undefined ? null : <Shown values={recordOf(values)} />;
}

function FormBody({ entity, override, stored, preset }: FormBodyProps): ReactNode {
  const titleOf = useTitleOf();
  const t = useT();
  const pick = usePick();
  const page = usePage();
  const back = (parentOf(page.route)?.path ?? '/') + queryOf({ view: override?.view });
  const handle = useEntityForm({
    entity,
    override,
    stored,
    preset,
    onSaved: (saved) => {
      const detail = routesOf(entity).detail;
      void page.close({
        to: detail === undefined ? back : detail.path + queryOf({ id: stored?.id ?? saved.id }),
        discard: true,
      });
    },
  });
  useUnsavedGuard(useAtRisk(handle));
  useTabTitle(stored === undefined ? null : `${t('edit')} ${titleOf(entity, stored)}`);
  return (
    <PageBody>
      <PageHeader
        title={pick(page.route)}
        extra={stored === undefined ? undefined : <span className="wh-faint wh-num">{titleOf(entity, stored)}</span>}
      />
      {override?.aside === undefined ? (
        <EntityForm handle={handle} />
      ) : (
        <div className="eu-form-aside">
          <EntityForm handle={handle} />
          <Aside override={override} form={handle.form} />
        </div>
      )}
      <FormBar
        busy={handle.busy}
        state={<DraftState handle={handle} />}
        onSave={handle.save}
        onCancel={() => page.close({ to: back })}
      />
    </PageBody>
  );
}
