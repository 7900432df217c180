import { InboxOutlined } from '@ant-design/icons';
import { Alert, Button, Modal } from 'antd';
import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import type { ImportReport } from '@wheelhouse/contract/calls/kit';
import { labelOf, type EntityDef } from '@wheelhouse/entities';
import { attempt } from '../../api/attempt.ts';
import { isApiError, messageOf } from '../../api/errors.ts';
import { download, downloadExport, upload } from '../../api/files.ts';
import { invalidate } from '../../api/query.ts';
import { useT } from '../../i18n/common.ts';
import { useListed, usePick } from '../../i18n/lang.ts';
import { formatNumber } from '../../ui/format.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { basePath, callPath, hasCall } from '../model.ts';
import { useEntityTexts } from '../texts.ts';
import { FilePicker } from '../../ui/FilePicker.tsx';

const shownErrors = 200;
const save = (work: Promise<void>): void => void attempt(work);

/** A refused file, with what exactly is wrong with it where the server says so. */
const explain = (error: unknown): string =>
  [messageOf(error), ...(isApiError(error) ? error.errors.map((one) => one.message) : [])]
    .filter((text, at, all) => all.indexOf(text) === at)
    .join(' · ');

/** Errors by row and field, with the file of failed rows. */
function Result({ entity, result }: { readonly entity: EntityDef; readonly result: ImportReport }): ReactNode {
  const texts = useEntityTexts();
  const pick = usePick();
  const list = useListed();
  const { errors, errorFileName, total, success, failed, ignoredColumns, ignoredSheets } = result;
  const ignored = [
    ...(ignoredSheets.length > 0 ? [texts('importIgnoredSheets', { names: list(ignoredSheets) })] : []),
    ...(ignoredColumns.length > 0 ? [texts('importIgnoredColumns', { names: list(ignoredColumns) })] : []),
  ];
  const label = (field: string): string => (entity.fields[field] === undefined ? field : pick(labelOf(entity, field)));
  return (
    <>
      <Alert
        type={failed === 0 ? 'success' : success === 0 ? 'error' : 'warning'}
        showIcon
        title={texts('importResult', {
          total: formatNumber(total),
          success: formatNumber(success),
          failed: formatNumber(failed),
        })}
        {...(ignored.length > 0 && { description: ignored.map((text) => <div key={text}>{text}</div>) })}
        className="eu-gap"
      />
      {errors.length === 0 ? null : (
        <DataTable
          label={texts('importMessage')}
          height="46vh"
          rows={errors.slice(0, shownErrors)}
          rowKey={(_one, at) => String(at)}
          columns={[
            { key: 'row', label: texts('importRow'), num: true, render: (one) => one.row },
            { key: 'field', label: texts('importField'), render: (one) => label(one.field) },
            { key: 'message', label: texts('importMessage'), render: (one) => one.message },
          ]}
        />
      )}
      {errors.length > shownErrors ? <p className="eu-hint">{texts('importMoreErrors', { n: shownErrors })}</p> : null}
      {errorFileName ? (
        <Button onClick={() => save(downloadExport(errorFileName))}>{texts('importErrors')}</Button>
      ) : null}
    </>
  );
}

interface DropZoneProps {
  /** Percent sent; undefined while nothing is under way. */
  readonly percent: number | undefined;
  readonly again: boolean;
  readonly onFile: (file: File | undefined) => void;
}

/** Where a file is dropped or chosen; shows how far it is. */
function DropZone({ percent, again, onFile }: DropZoneProps): ReactNode {
  const texts = useEntityTexts();
  const picker = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const busy = percent !== undefined;
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    onFile(event.dataTransfer.files[0]);
  };
  const drag = (event: DragEvent): void => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <>
      <button
        type="button"
        className="eu-drop"
        data-over={over}
        disabled={busy}
        onClick={() => picker.current?.click()}
        onDragOver={drag}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <InboxOutlined aria-hidden="true" />
        <span aria-live="polite">
          {!busy
            ? texts(again ? 'importAnother' : 'importDrop')
            : percent < 100
              ? texts('importUploading', { n: percent })
              : texts('importWorking')}
        </span>
        {busy ? (
          <progress max={100} {...(percent < 100 ? { value: percent } : {})} aria-label={texts('importWorking')} />
        ) : null}
      </button>
      <FilePicker ref={picker} accept=".xlsx" onFiles={([file]) => onFile(file)} />
    </>
  );
}

/** Import of rows from a workbook: template, file with progress, and what became of every row. */
export default function ImportDialog({
  entity,
  onClose,
}: {
  readonly entity: EntityDef;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const texts = useEntityTexts();
  const pick = usePick();
  const [percent, setPercent] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const [result, setResult] = useState<ImportReport>();
  const busy = percent !== undefined;

  const start = async (file: File | undefined): Promise<void> => {
    if (file === undefined || busy) return;
    setProblem(undefined);
    setResult(undefined);
    if (!file.name.toLowerCase().endsWith('.xlsx')) {
      setProblem(texts('importWrongType'));
      return;
    }
    setPercent(0);
    try {
      setResult(
        await upload(callPath(entity, 'import'), {}, file, {
          onProgress: (share) => setPercent(Math.round(share * 100)),
        }),
      );
      void invalidate(basePath(entity));
    } catch (error) {
      setProblem(explain(error));
    } finally {
      setPercent(undefined);
    }
  };

  return (
    <Modal
      open
      title={texts('importTitle', { name: pick(entity.label) })}
      onCancel={onClose}
      mask={{ closable: false }}
      // What became of the rows is shown here alone.
      closable={!busy}
      keyboard={!busy}
      footer={
        <Button disabled={busy} onClick={onClose}>
          {t('close')}
        </Button>
      }
      width={680}
    >
      <p className="eu-dialog-text eu-spread">
        <span>
          {entity.importLimit === undefined ? null : texts('importLimit', { n: formatNumber(entity.importLimit) })}
        </span>
        {hasCall(entity, 'importTemplate') ? (
          <button
            type="button"
            className="wh-link-button"
            onClick={() => save(download(callPath(entity, 'importTemplate'), {}, `${entity.name}.xlsx`))}
          >
            {texts('importTemplate')}
          </button>
        ) : null}
      </p>
      <DropZone percent={percent} again={result !== undefined} onFile={(file) => void start(file)} />
      {problem === undefined ? null : <Alert type="error" showIcon title={problem} className="eu-gap" />}
      {result === undefined ? null : <Result entity={entity} result={result} />}
    </Modal>
  );
}
