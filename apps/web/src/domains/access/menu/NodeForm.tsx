import type { InputAt } from '../../../api/paths.ts';
import type { FunctionItem } from '@wheelhouse/contract/calls/access/rights';
import { Alert, Button, Form, type FormInstance } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { labelOf, validate, type Row, type StoredField } from '@wheelhouse/entities';
import { call } from '../../../api/client.ts';
import { isApiError, messageOf } from '../../../api/errors.ts';
import { useDialogs } from '../../../entity-ui/dialogs.tsx';
import { conflictsOf } from '../../../entity-ui/form/changes.ts';
import ConflictDialog, { type ConflictChoice } from '../../../entity-ui/form/ConflictDialog.tsx';
import { clearErrors, showErrors } from '../../../entity-ui/form/errors.ts';
import { FieldItems, type FormField } from '../../../entity-ui/form/FieldItems.tsx';
import { useSaveKey } from '../../../entity-ui/form/useSaveKey.ts';
import { validationContext } from '../../../entity-ui/form/validation.ts';
import { sameValue, textOf } from '../../../entity-ui/model.ts';
import { useEntityTexts } from '../../../entity-ui/texts.ts';
import { useT } from '../../../i18n/common.ts';
import { usePick } from '../../../i18n/lang.ts';
import { notify } from '../../../lib/notify.ts';
import { routeByPath } from '../../../routing/routes.ts';
import { useUnsavedGuard } from '../../../routing/page.ts';
import type { FunctionIndex } from '../functions/model.ts';
import { IconInput, ParentInput, TreeContext } from './inputs.tsx';
import { functionEntity, isFixed, nodeFields } from './node.ts';
import { useMenuTexts } from './texts.ts';

export interface NodeFormProps {
  readonly index: FunctionIndex;
  /** The node to change; without one a new one is made. */
  readonly node: FunctionItem | undefined;
  /** Where a new one starts. */
  readonly parentCode: string | null;
  readonly readOnly: boolean;
  readonly onSaved: (code: string) => void;
  readonly onCancel?: () => void;
  /** Hears whether something is written that is not saved. */
  readonly onDirty?: (dirty: boolean) => void;
  /** Reads the tree anew and answers a node of it. */
  readonly refetchNode: (code: string) => Promise<FunctionItem | undefined>;
  readonly extra?: ReactNode;
}

const staleCode = 1005;
const own = { parentCode: ParentInput, icon: IconInput } as const;

/** A node as rules and forms see it. */
const rowOf = (node: FunctionItem): Row => ({ ...node });

const startOf = ({ node, parentCode, index }: NodeFormProps): Row => {
  if (node !== undefined) return Object.fromEntries(nodeFields.map((name) => [name, node[name]]));
  const siblings = parentCode === null ? index.roots : (index.nodes.get(parentCode)?.subSysFunction ?? []);
  return {
    parentCode,
    functionType: parentCode === null ? '1' : '2',
    sort: Math.min(9999, Math.max(0, ...siblings.map((one) => one.sort)) + 10),
    enabled: 1,
    hidden: 0,
    cached: 0,
    staffOnly: 0,
    ...(parentCode !== null && { code: `${parentCode}.` }),
  };
};

function useFields({ node, readOnly }: NodeFormProps, values: Row): readonly FormField[] {
  const pick = usePick();
  const texts = useEntityTexts();
  return nodeFields.flatMap((name): FormField[] => {
    const field = functionEntity.fields[name] as StoredField;
    if (field.visible?.({ ...node, ...values }) === false) return [];
    const help = field.help === undefined ? undefined : pick(field.help);
    return [
      {
        name,
        field,
        label: pick(labelOf(functionEntity, name)),
        help,
        locked: readOnly ? '' : isFixed(name, node) ? texts('fixedField') : undefined,
        as: name in own ? own[name as keyof typeof own] : undefined,
      },
    ];
  });
}

/** Choices give their codes as text; the call wants numbers. */
const asNumber = (name: string, value: unknown): unknown =>
  name === 'functionType' || name === 'enabled' ? Number(value) : value;

/** What the call wants: fields that differ from what is stored, all of a new node; undefined when a rule refuses them. */
function readForm(
  form: FormInstance<Row>,
  names: readonly string[],
  from: Row,
  stored: FunctionItem | undefined,
): Record<string, unknown> | undefined {
  const kept = stored && rowOf(stored);
  const changed = names.filter((name) => kept === undefined || !sameValue(from[name], kept[name]));
  const sent = Object.fromEntries(
    changed.map((name) => [name, textOf(from[name]) === '' ? (from[name] ?? null) : from[name]]),
  );
  const checked = validate(functionEntity, sent, kept, validationContext());
  showErrors(form, names, checked.errors);
  if (checked.errors.length > 0) return undefined;
  return Object.fromEntries(
    Object.keys(sent)
      .filter((name) => name in checked.values)
      .map((name) => [name, asNumber(name, checked.values[name])]),
  );
}

/** The form of one function node. */
export function NodeForm(props: NodeFormProps): ReactNode {
  const { index, node, readOnly, onSaved, onCancel, onDirty, refetchNode, extra } = props;
  const t = useT();
  const texts = useMenuTexts();
  const common = useEntityTexts();
  const dialogs = useDialogs();
  const [form] = Form.useForm<Row>();
  const [base, setBase] = useState(node);
  const [start] = useState(() => startOf(props));
  const [values, setValues] = useState(start);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const fields = useFields({ ...props, node: base }, values);
  const names = fields.map((field) => field.name);
  const kept = base === undefined ? start : rowOf(base);
  const changed = names.filter((name) => !sameValue(values[name], kept[name]));
  const dirty = !readOnly && changed.length > 0;
  useUnsavedGuard(dirty);
  useEffect(() => onDirty?.(dirty), [dirty, onDirty]);

  /** Somebody saved first: what to keep is asked, and then saved. */
  const settle = async (mineBase: FunctionItem): Promise<void> => {
    const theirs = await refetchNode(mineBase.code);
    if (theirs === undefined) return setRefusal(t('notFound'));
    const conflicts = conflictsOf(names, values, rowOf(mineBase), rowOf(theirs));
    const choice = await dialogs.open<ConflictChoice>((close) => (
      <ConflictDialog entity={functionEntity} conflicts={conflicts} theirs={rowOf(theirs)} onClose={close} />
    ));
    if (choice === null) return;
    const mine =
      choice.keep === 'theirs'
        ? []
        : changed.filter((name) => choice.mine.has(name) || !conflicts.some((one) => one.name === name));
    const next = {
      ...Object.fromEntries(nodeFields.map((name) => [name, theirs[name]])),
      ...Object.fromEntries(mine.map((name) => [name, values[name]])),
    };
    setBase(theirs);
    setValues(next);
    form.setFieldsValue(next);
    if (choice.keep === 'choice') await send(next, theirs);
  };

  const send = async (from: Row, stored: FunctionItem | undefined): Promise<void> => {
    const body = readForm(form, names, from, stored);
    if (body === undefined) return;
    if (stored !== undefined && Object.keys(body).length === 0) return notify.info(common('nothingChanged'));
    try {
      // Both calls check their form themselves.
      const saved = await (stored === undefined
        ? call(
            '/system/crm/sysFunction/addFunction',
            body as object & InputAt<'/system/crm/sysFunction/addFunction', 'POST'>,
          )
        : call('/system/crm/sysFunction/updateFunction', { ...body, code: stored.code, rev: stored.rev }));
      if (stored !== undefined) setBase({ ...stored, ...(from as object), rev: saved.rev });
      notify.success(t('done'));
      onSaved(stored?.code ?? textOf(body['code']));
    } catch (error) {
      if (isApiError(error, staleCode) && stored !== undefined) await settle(stored);
      else if (isApiError(error) && error.errors.length > 0) showErrors(form, names, error.errors);
      else setRefusal(messageOf(error));
    }
  };

  const save = async (): Promise<void> => {
    if (busy || readOnly) return;
    setRefusal(undefined);
    setBusy(true);
    await send(values, base).catch((error: unknown) => setRefusal(messageOf(error)));
    setBusy(false);
  };
  useSaveKey(() => void save());
  const strange =
    Number(values['functionType']) === 1 &&
    textOf(values['functionUrl']).startsWith('/') &&
    routeByPath(textOf(values['functionUrl']).trim()) === undefined;

  return (
    <TreeContext value={index.roots}>
      <Form
        form={form}
        layout="vertical"
        initialValues={start}
        disabled={readOnly}
        onValuesChange={(part: object) => {
          clearErrors(form, part);
          setValues({ ...values, ...part });
        }}
        onFinish={() => void save()}
        className="eu-form"
      >
        {refusal === undefined ? null : <Alert type="error" showIcon title={refusal} className="eu-gap" />}
        {base !== undefined && Number(base.builtIn) === 1 ? (
          <p className="eu-hint eu-gap">{texts('builtInHint')}</p>
        ) : null}
        <FieldItems fields={fields} owner="sysFunction" stored={base && rowOf(base)} disabled={busy || readOnly} />
        {strange ? <Alert type="warning" showIcon title={texts('unknownRoute')} className="eu-gap" /> : null}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </Form>
      <div className="sm-form-foot">
        {readOnly ? null : (
          <Button type="primary" loading={busy} disabled={base !== undefined && !dirty} onClick={() => void save()}>
            {t('save')}
          </Button>
        )}
        {onCancel === undefined ? null : <Button onClick={onCancel}>{t('cancel')}</Button>}
        {extra}
      </div>
    </TreeContext>
  );
}
