import { DeleteOutlined, UploadOutlined } from '@ant-design/icons';
import { useRef, useState, type ReactNode } from 'react';
import type { OutputOf } from '@wheelhouse/entities/calls';
import { messageOf } from '../../../api/errors.ts';
import { upload } from '../../../api/files.ts';
import type { InputProps } from '../../../entity-ui/inputs/types.ts';
import { textOf } from '../../../entity-ui/model.ts';
import { usePick } from '../../../i18n/lang.ts';
import { createStore, useStore } from '../../../lib/store.ts';
import { Button } from '../../../ui/Button.tsx';
import { FilePicker } from '../../../ui/FilePicker.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { useOtaTexts, vinFaultTexts } from './texts.ts';
import './ota.css';

type Report = OutputOf<'POST /ps/crm/otaTask/importVins'>;
type Refused = Report['invalid'][number];

/** What became of the files of this visit: a step of the form that is opened again still says it. */
const reports = createStore<ReadonlyMap<string, Report & { readonly name: string }>>(new Map());

interface RefusedProps {
  /** The first of them. */
  readonly rows: readonly Refused[];
  readonly count: number;
}

/** Rows of a file that name no vehicle, and why. */
export function RefusedRows({ rows, count }: RefusedProps): ReactNode {
  const texts = useOtaTexts();
  if (rows.length === 0) return null;
  return (
    <>
      <p className="eu-hint eu-error">{texts('refusedRows', { n: formatNumber(count) })}</p>
      <RowsTable rows={rows} />
      {count > rows.length ? <p className="eu-hint">{texts('refusedMost', { n: formatNumber(rows.length) })}</p> : null}
    </>
  );
}

function RowsTable({ rows }: { readonly rows: readonly Refused[] }): ReactNode {
  const texts = useOtaTexts();
  const pick = usePick();
  return (
    <DataTable
      dense
      lines
      height={220}
      label={texts('refusedRows', { n: formatNumber(rows.length) })}
      rows={rows}
      rowKey={({ row }) => String(row)}
      columns={[
        { key: 'row', label: texts('row'), num: true, head: true, render: ({ row }) => row },
        { key: 'text', label: texts('content'), num: true, render: ({ text }) => text },
        {
          key: 'reason',
          label: texts('reason'),
          render: ({ reason }) => pick(vinFaultTexts[reason]),
        },
      ]}
    />
  );
}

/** A list of VINs from a file: how many were accepted, and which rows were refused. */
export function VinsInput({ id, value, onChange, disabled }: InputProps): ReactNode {
  const texts = useOtaTexts();
  const picker = useRef<HTMLInputElement>(null);
  const [progress, setProgress] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const [last, setLast] = useState('');
  const fileId = textOf(value);
  const report = useStore(reports).get(fileId || last);
  const isBusy = progress !== undefined;
  const take = async (file: File): Promise<void> => {
    setProblem(undefined);
    setProgress(0);
    try {
      const answer = await upload('/ps/crm/otaTask/importVins', {}, file, { onProgress: setProgress });
      reports.set(new Map([...reports.get(), [answer.fileId, { ...answer, name: file.name }]]));
      setLast(answer.fileId);
      // A list without a single vehicle is none.
      onChange(answer.valid > 0 ? answer.fileId : null);
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setProgress(undefined);
    }
  };
  return (
    <div className="ot-vins">
      <Button
        id={id}
        icon={<UploadOutlined />}
        loading={isBusy}
        disabled={disabled}
        onClick={() => picker.current?.click()}
      >
        {texts(fileId === '' ? 'chooseFile' : 'chooseOther')}
      </Button>
      {fileId === '' ? null : (
        <>
          <output aria-live="polite">
            {report === undefined ? (
              texts('listStored')
            ) : (
              <>
                {report.name} · <strong>{texts('validVins', { n: formatNumber(report.valid) })}</strong>
              </>
            )}
          </output>
          <button
            type="button"
            className="wh-icon-button"
            aria-label={texts('removeFile')}
            title={texts('removeFile')}
            disabled={disabled}
            onClick={() => onChange(null)}
          >
            <DeleteOutlined />
          </button>
        </>
      )}
      {isBusy ? (
        <output className="wh-faint">
          {progress < 1 ? texts('uploading', { n: Math.round(progress * 100) }) : texts('checking')}
        </output>
      ) : null}
      {problem === undefined ? null : (
        <p className="eu-error" role="alert">
          {problem}
        </p>
      )}
      {report === undefined ? null : <RefusedRows rows={report.invalid} count={report.invalidCount} />}
      <FilePicker ref={picker} accept=".xlsx,.txt,.csv" onFiles={([file]) => void take(file)} />
    </div>
  );
}
