import { UploadOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import type { OutputOf } from '@wheelhouse/entities/calls';
import { otaMachines } from '@wheelhouse/entities/machines/ota';
import { vinsIn } from '@wheelhouse/entities/ota/ota-task-rules';
import { messageOf } from '../../../../api/errors.ts';
import { upload } from '../../../../api/files.ts';
import type { InputProps } from '../../../../entity-ui/inputs/types.ts';
import { textOf } from '../../../../entity-ui/model.ts';
import { Button } from '../../../../ui/Button.tsx';
import { FilePicker } from '../../../../ui/FilePicker.tsx';
import { formatNumber } from '../../../../ui/format.ts';
import { useOtaTexts } from '../texts.ts';
import { RefusedRows } from '../VinsInput.tsx';
import '../ota.css';
import '../vehicles.css';

const { draft } = otaMachines['SM-OtaTaskOld'].states;

type Report = OutputOf<'POST /ps/crm/otaTaskOld/importVins'>;

/** A list of vehicles, typed or added from a file, which says how many it names. */
export function VinListInput({ id, value, onChange, disabled, stored }: InputProps): ReactNode {
  const texts = useOtaTexts();
  const picker = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [report, setReport] = useState<Report>();
  const text = textOf(value);
  // A task that runs only loses vehicles.
  const { status } = stored ?? {};
  const mayAdd = Number(status ?? draft) === draft;
  const take = async (file: File): Promise<void> => {
    setProblem(undefined);
    setReport(undefined);
    setBusy(true);
    try {
      const answer = await upload('/ps/crm/otaTaskOld/importVins', {}, file);
      setReport(answer);
      onChange(vinsIn([text, ...answer.vins].join('\n')).join('\n'));
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="ot-vin-list">
      <Input.TextArea
        id={id}
        value={text}
        disabled={disabled}
        autoSize={{ minRows: 8, maxRows: 16 }}
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
      <div className="ot-vins">
        {disabled || !mayAdd ? null : (
          <Button size="small" icon={<UploadOutlined />} loading={isBusy} onClick={() => picker.current?.click()}>
            {texts('addFromFile')}
          </Button>
        )}
        <output className="wh-faint" aria-live="polite">
          {texts('vehiclesNamed', { n: formatNumber(vinsIn(text).length) })}
        </output>
        {problem === undefined ? null : (
          <p className="eu-error" role="alert">
            {problem}
          </p>
        )}
      </div>
      {report === undefined ? null : <RefusedRows rows={report.invalid} count={report.invalidCount} />}
      <FilePicker ref={picker} accept=".xlsx,.txt,.csv" onFiles={([file]) => void take(file)} />
    </div>
  );
}
