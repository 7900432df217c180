import { Alert, Button, Form } from 'antd';
import { useEffect, useRef, type ReactNode } from 'react';
import { FieldItems, type FormField } from '../../../entity-ui/form/FieldItems.tsx';
import { DraftOffer } from '../../../entity-ui/form/DraftOffer.tsx';
import { FormBar } from '../../../entity-ui/form/FormBar.tsx';
import { useSaveKey } from '../../../entity-ui/form/useSaveKey.ts';
import { useEntityTexts } from '../../../entity-ui/texts.ts';
import { useLang, usePick } from '../../../i18n/lang.ts';
import { nameIn } from '../../../reference/reference.ts';
import { usePage, useTabTitle, useUnsavedGuard } from '../../../routing/page.ts';
import { pathOf } from '../../../routing/routes.ts';
import { PageBody, PageHeader, Section } from '../../../ui/Layout.tsx';
import { FunctionTree } from '../functions/FunctionTree.tsx';
import { untick } from '../functions/model.ts';
import { HistoryButton } from '../HistoryButton.tsx';
import { roleEntity, roleField, roleFields, roleLabel } from '../functions/role.ts';
import { useRoleTexts } from './texts.ts';
import { useRoleForm, type RoleFormHandle, type RoleFormOptions } from './useRoleForm.tsx';
import '../../../entity-ui/entity-ui.css';

function useFields(isNew: boolean): readonly FormField[] {
  const pick = usePick();
  const texts = useEntityTexts();
  const role = useRoleTexts();
  return roleFields.map((name) => ({
    name,
    field: roleField(name),
    label: pick(roleLabel(name)),
    help: name === 'dealerAssignable' ? role('dealerHelp') : undefined,
    locked: isNew
      ? undefined
      : name === 'roleCode'
        ? texts('fixedField')
        : name === 'enabled'
          ? texts('stateField')
          : undefined,
  }));
}

/** Form of a role: its fields, and the function tree with ticks. */
export function RoleForm({
  hint,
  ...options
}: Omit<RoleFormOptions, 'onSaved'> & { readonly hint?: string | undefined }): ReactNode {
  const pick = usePick();
  const texts = useRoleTexts();
  const page = usePage();
  const lang = useLang();
  const list = pathOf('roleRightsManage');
  const { stored, start } = options;
  const handle = useRoleForm({ ...options, onSaved: () => void page.close({ to: list, discard: true }) });
  useUnsavedGuard(handle.dirty);
  const name = stored === undefined ? '' : nameIn({ name: stored.roleName, nameEn: stored.roleNameEn }, lang);
  useTabTitle(stored === undefined ? null : texts('editTitle', { name }));
  useSaveKey(() => void handle.save());
  const problem = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (handle.refusal !== undefined) problem.current?.scrollIntoView({ block: 'center' });
  }, [handle.refusal]);
  return (
    <PageBody>
      <PageHeader
        title={pick(page.route)}
        extra={stored === undefined ? undefined : <span className="wh-faint">{name}</span>}
        actions={
          stored === undefined ? undefined : (
            <HistoryButton entity={roleEntity} id={stored.id} title={stored.roleName} />
          )
        }
      />
      {handle.refusal === undefined ? null : (
        <div ref={problem}>
          <Alert type="error" showIcon title={handle.refusal} />
        </div>
      )}
      {hint === undefined ? null : <Alert type="info" showIcon title={hint} />}
      <DraftOffer draft={handle.draft.handle} onRestore={handle.draft.restore} />
      <Form
        form={handle.form}
        layout="vertical"
        initialValues={start}
        onValuesChange={(changed: object) => handle.onValuesChange(changed)}
        onFinish={() => void handle.save()}
        className="eu-form"
      >
        <Section title={texts('basics')}>
          <FieldItems
            fields={useFields(stored === undefined)}
            owner="sysRole"
            stored={stored && { ...stored }}
            disabled={handle.busy}
          />
        </Section>
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </Form>
      <Section title={texts('functions')}>
        <StaffOnlyHint handle={handle} index={options.index} />
        <FunctionTree index={options.index} ticked={handle.ticked} onChange={handle.setTicked} />
      </Section>
      <FormBar busy={handle.busy} onSave={handle.save} onCancel={() => page.close({ to: list })} />
    </PageBody>
  );
}

/** Functions that a role for dealer accounts may not hold (1116), and a way to be rid of them. */
function StaffOnlyHint({
  handle,
  index,
}: {
  readonly handle: RoleFormHandle;
  readonly index: RoleFormOptions['index'];
}): ReactNode {
  const texts = useRoleTexts();
  if (Number(handle.values['dealerAssignable']) !== 1) return null;
  const refused = [...handle.ticked].filter((code) => Number(index.nodes.get(code)?.staffOnly ?? 0) === 1);
  if (refused.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      className="eu-gap"
      title={texts('staffOnlyTitle', { n: refused.length })}
      action={
        <Button size="small" onClick={() => handle.setTicked(untick(index, handle.ticked, refused))}>
          {texts('dropStaffOnly')}
        </Button>
      }
    />
  );
}
