import { Alert, Checkbox, Input, Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import { labelOf, shownAs, type EntityDef } from '@wheelhouse/entities';
import { call } from '../../api/client.ts';
import { messageOf } from '../../api/errors.ts';
import { useCall } from '../../api/query.ts';
import { downloadExport } from '../../api/files.ts';
import { useT } from '../../i18n/common.ts';
import { useLang, usePick } from '../../i18n/lang.ts';
import { notify } from '../../lib/notify.ts';
import { useCan } from '../../session/session.ts';
import { formatNumber } from '../../ui/format.ts';
import { columnsOf } from '../list/columns.ts';
import { ordered, useColumnChoice } from '../list/table-settings.ts';
import { callPath } from '../model.ts';
import { useSees } from '../sees.ts';
import { useEntityTexts } from '../texts.ts';

export interface ExportDialogProps {
  readonly entity: EntityDef;
  readonly query: Readonly<Record<string, unknown>>;
  /** How many rows match, where that is known exactly. */
  readonly known: number | undefined;
  readonly onClose: () => void;
}

const reasonMin = 5;

/** Exact number of rows that match; undefined while it is being counted. */
function useExactTotal(
  entity: EntityDef,
  query: ExportDialogProps['query'],
  known: number | undefined,
): number | undefined {
  const { data } = useCall(
    callPath(entity, 'list'),
    { page: 1, pageSize: 1, query, exactTotal: true },
    { enabled: known === undefined, inlineErrors: true },
  );
  return known ?? data?.total;
}

/** Exports everything that matches, after saying how much that is and that it is logged. */
export default function ExportDialog({ entity, query, known, onClose }: ExportDialogProps): ReactNode {
  const t = useT();
  const texts = useEntityTexts();
  const pick = usePick();
  const lang = useLang();
  const can = useCan();
  const sees = useSees();
  const total = useExactTotal(entity, query, known);
  const choice = useColumnChoice(entity.name);
  const columns = ordered(columnsOf(entity, lang, sees), choice)
    .map((column) => column.name)
    .filter((name) => !isPicture(entity, name));
  const [chosen, setChosen] = useState<readonly string[]>(() =>
    columns.filter((name) => !choice.hidden.includes(name)),
  );
  const isOfPeople = entity.exportsPeople === true;
  const [clear, setClear] = useState(isOfPeople);
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const mayClear =
    !isOfPeople && can('privacy.export') && columns.some((name) => shownAs(entity, name).kind === 'private');
  const ready = chosen.length > 0 && (!clear || reason.trim().length >= reasonMin);

  const run = async (): Promise<void> => {
    setBusy(true);
    setRefusal(undefined);
    try {
      const { fileName } = await call(callPath(entity, 'export'), {
        query,
        columns: columns.filter((name) => chosen.includes(name)),
        ...(clear ? { reason: reason.trim() } : {}),
      });
      await downloadExport(fileName);
      notify.success(t('done'));
      onClose();
    } catch (error) {
      setRefusal(messageOf(error));
      setBusy(false);
    }
  };

  return (
    <Modal
      open
      title={texts('exportTitle', { name: pick(entity.label) })}
      okText={texts(busy ? 'exporting' : 'exportNow')}
      cancelText={t('cancel')}
      confirmLoading={busy}
      okButtonProps={{ disabled: !ready }}
      onOk={() => void run()}
      onCancel={onClose}
      width={560}
    >
      <p className="eu-dialog-text">
        {total === undefined ? texts('counting') : t('exportConfirm', { n: formatNumber(total) })}
      </p>
      {refusal === undefined ? null : <Alert type="error" showIcon title={refusal} className="eu-gap" />}
      <fieldset className="eu-choices">
        <legend>{texts('exportColumns')}</legend>
        {columns.map((name) => (
          <Checkbox
            key={name}
            checked={chosen.includes(name)}
            onChange={() => setChosen(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name])}
          >
            {pick(labelOf(entity, name))}
          </Checkbox>
        ))}
      </fieldset>
      {mayClear ? (
        <Checkbox checked={clear} onChange={(event) => setClear(event.target.checked)}>
          {texts('exportClear')}
        </Checkbox>
      ) : null}
      {clear ? (
        <>
          <p className="eu-hint">{texts('exportClearHint')}</p>
          <Input.TextArea
            aria-label={texts('reason')}
            placeholder={texts('reasonShort', { n: reasonMin })}
            value={reason}
            maxLength={200}
            showCount
            autoSize={{ minRows: 2 }}
            onChange={(event) => setReason(event.target.value)}
          />
        </>
      ) : null}
    </Modal>
  );
}

/** Pictures are not exported. */
const isPicture = (entity: EntityDef, name: string): boolean =>
  ['image', 'images', 'video', 'audio'].includes(shownAs(entity, name).kind);
