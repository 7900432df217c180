import type { SimPreviewRow } from '@wheelhouse/contract/calls/sim';
import { inputLabel, validateInput, type Row } from '@wheelhouse/entities';
import { formats } from '@wheelhouse/entities/formats';
import { simOperation, simRequestForm } from '@wheelhouse/entities/sim/sim-operation';
import { Form, Modal } from 'antd';
import type { ReactNode } from 'react';
import { codes } from '@wheelhouse/entities/codes';
import { useAction } from '../../api/query.ts';
import { clearErrors, showErrors } from '../../entity-ui/form/errors.ts';
import { FieldItems, type FormField } from '../../entity-ui/form/FieldItems.tsx';
import { validationContext } from '../../entity-ui/form/validation.ts';
import { valuesOf } from '../../entity-ui/form/values.ts';
import { useT } from '../../i18n/common.ts';
import { usePick } from '../../i18n/lang.ts';
import { useDictLookup } from '../../reference/reference.ts';
import { SheetButton } from '../../entity-ui/rows/SheetButton.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { StatusTag } from '../../ui/Values.tsx';
import { useSimTexts } from './texts.ts';
import './sim.css';

const isIccid = (word: string): boolean => 'value' in formats.iccid.check(word);

/** Numbers of cards and of vehicles in a pasted text. */
function targetsOf(text: unknown): { readonly iccids: string[]; readonly vins: string[] } {
  const words = typeof text === 'string' ? text.toUpperCase().split(/[\s,;，；、]+/) : [];
  const given = [...new Set(words.filter((word) => word !== ''))];
  return { iccids: given.filter(isIccid), vins: given.filter((word) => !isIccid(word)) };
}

/** A request may name thousands; those that are refused stand first. */
const mostShown = 500;

function PreviewTable({ rows }: { readonly rows: readonly SimPreviewRow[] }): ReactNode {
  const words = useSimTexts();
  const dict = useDictLookup();
  const stateOf = (code: number | null): ReactNode => {
    const entry = code === null ? undefined : dict('SimStatus', code);
    return entry === undefined ? null : <StatusTag color={entry.color}>{entry.name}</StatusTag>;
  };
  return (
    <DataTable<SimPreviewRow>
      label={words('check')}
      rows={rows.toSorted((a, b) => Number(a.reason === null) - Number(b.reason === null)).slice(0, mostShown)}
      rowKey={({ iccid }) => iccid}
      empty={words('nothing')}
      dense
      height="16rem"
      columns={[
        { key: 'iccid', label: 'ICCID', head: true, num: true, render: ({ iccid }) => iccid },
        { key: 'vin', label: 'VIN', render: ({ vin }) => vin },
        { key: 'now', label: words('now'), render: ({ status }) => stateOf(status) },
        { key: 'after', label: words('after'), render: ({ result, reason }) => reason ?? stateOf(result) },
      ]}
    />
  );
}

const { suspend, resume, activate, cancel } = codes.SimOpType;
/** Packages are changed by a renewal. */
const opTypes = [suspend, resume, activate, cancel] as const;
type RequestOp = (typeof opTypes)[number];

function OpTypes({ value, onChange }: { readonly value?: RequestOp; readonly onChange?: (op: RequestOp) => void }) {
  const words = useSimTexts();
  const dict = useDictLookup();
  return (
    <Segments<RequestOp>
      label={words('opType')}
      options={opTypes.map((key) => ({ key, label: dict('SimOpType', key)?.name ?? key }))}
      value={value ?? suspend}
      onChange={(op) => onChange?.(op)}
    />
  );
}

/** Numbers as a workbook has them; its headings are none. */
const numbersIn = (rows: readonly (readonly string[])[]): readonly string[] =>
  rows.flat().flatMap((cell) => (/^[0-9A-Z]{15,20}$/i.test(cell.trim()) ? [cell.trim().toUpperCase()] : []));

const { opType: opTypeField, ...entered } = simRequestForm;
const names = Object.keys(simRequestForm);
/** Fields above the button that takes numbers from a workbook, and below it. */
const [above, below] = [['reasonCode', 'planTime', 'targets'] as const, ['remark'] as const];
/** What decides about the cards: another value makes the preview old. */
const deciding = ['targets', 'opType'] as const;

/** Asks for cards to be suspended, resumed, activated or closed: what it would do is shown before it is submitted. */
export default function RequestDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const t = useT();
  const words = useSimTexts();
  const pick = usePick();
  const [form] = Form.useForm<Row>();
  const look = useAction('/veh/crm/simOperation/preview', {});
  const send = useAction('/veh/crm/simOperation/submit', {
    invalidates: ['/veh/crm/simOperation', '/veh/crm/simCard'],
    done: ({ submitted, batchNo }) => words('submitted', { n: submitted, batch: batchNo }),
    onSuccess: onClose,
  });
  const fieldOf = (name: keyof typeof entered): FormField => ({
    name,
    field: entered[name],
    label: pick(inputLabel(name, entered[name])),
    help: 'help' in entered[name] ? pick(entered[name].help) : undefined,
    locked: undefined,
  });
  const [aboveSheet, belowSheet] = [above.map(fieldOf), below.map(fieldOf)];
  const shared = { owner: simOperation.name, stored: undefined, disabled: send.isPending };
  const shown = look.data;
  const isReady = shown !== undefined && shown.accepted > 0;
  const run = (): void => {
    const { values, errors } = validateInput(simRequestForm, valuesOf(form), validationContext());
    showErrors(form, names, errors);
    if (errors.length > 0) return;
    const { opType, reasonCode, remark, planTime, targets } = values;
    const chosen = opTypes.find((op) => op === Number(opType));
    if (chosen === undefined) return;
    const input = { ...targetsOf(targets), opType: chosen };
    if (!isReady) return look.mutate(input);
    send.mutate({
      ...input,
      reasonCode: String(reasonCode),
      remark: String(remark),
      planTime: typeof planTime === 'string' ? planTime : null,
    });
  };
  return (
    <Modal
      open
      title={words('newRequest')}
      okText={words(isReady ? 'submit' : 'check')}
      cancelText={t('cancel')}
      okButtonProps={{ loading: look.isPending || send.isPending }}
      onOk={run}
      onCancel={onClose}
      width={720}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{ opType: opTypeField.default }}
        onValuesChange={(changed: object) => {
          clearErrors(form, changed);
          if (deciding.some((name) => Object.hasOwn(changed, name))) look.reset();
        }}
      >
        <Form.Item name="opType" label={words('opType')}>
          <OpTypes />
        </Form.Item>
        <FieldItems {...shared} fields={aboveSheet} />
        <div className="sim-sheet">
          <SheetButton
            disabled={send.isPending}
            onRows={(rows) => {
              const before = String(form.getFieldValue('targets') ?? '').trim();
              form.setFieldValue('targets', [before, ...numbersIn(rows)].filter((one) => one !== '').join('\n'));
              look.reset();
            }}
          />
        </div>
        <FieldItems {...shared} fields={belowSheet} />
      </Form>
      {shown === undefined ? null : (
        <>
          <p className="eu-dialog-text" role="status">
            {words('accepted', { n: shown.accepted, m: shown.rows.length - shown.accepted })}
            {shown.approval === 1 ? ` · ${words('approval')}` : ''}
            {shown.rows.length > mostShown ? ` · ${words('firstShown', { n: mostShown })}` : ''}
          </p>
          <PreviewTable rows={shown.rows} />
        </>
      )}
    </Modal>
  );
}
