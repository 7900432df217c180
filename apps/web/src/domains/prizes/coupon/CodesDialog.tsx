import { UploadOutlined } from '@ant-design/icons';
import { Alert, Checkbox, Modal } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import type { CodeFault, CodeImport } from '@wheelhouse/contract/calls/prizes/coupons';
import { prizesMachines } from '@wheelhouse/entities/machines/prizes';
import { mostCodes } from '@wheelhouse/entities/prizes/coupon';
import type { RowOf } from '@wheelhouse/entities/rows';
import { reasonOf } from '../../../api/errors.ts';
import { upload } from '../../../api/files.ts';
import { invalidate } from '../../../api/query.ts';
import { useT } from '../../../i18n/common.ts';
import { Button } from '../../../ui/Button.tsx';
import { FilePicker } from '../../../ui/FilePicker.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { useCouponTexts } from './texts.ts';

const { draft } = prizesMachines['SM-Coupon'].states;
const whole = 100;

/** What became of a file of codes: all of it, or the rows that keep it out. */
function Result({ result }: { readonly result: CodeImport }): ReactNode {
  const t = useCouponTexts();
  const { imported, failed, errors } = result;
  const reasonText = ({ reason, first }: CodeFault): string =>
    reason === 'double' ? t('double', { n: first ?? 0 }) : t(reason);
  if (failed === 0) return <Alert type="success" showIcon title={t('imported', { n: formatNumber(imported) })} />;
  return (
    <>
      <Alert type="error" showIcon title={t('notImported', { failed: formatNumber(failed) })} />
      <DataTable
        dense
        lines
        height={240}
        label={t('refusedRows')}
        rows={errors}
        rowKey={({ row }) => String(row)}
        columns={[
          { key: 'row', label: t('row'), num: true, head: true, render: ({ row }) => row },
          { key: 'reason', label: t('reason'), render: reasonText },
        ]}
      />
      {failed > errors.length ? <p className="eu-hint">{t('firstRows', { n: formatNumber(errors.length) })}</p> : null}
    </>
  );
}

interface Props {
  readonly coupon: RowOf<'coupon'>;
  readonly onClose: () => void;
}

/** Import of a file of codes: all of it is stored, or nothing. */
export default function CodesDialog({ coupon, onClose }: Props): ReactNode {
  const common = useT();
  const t = useCouponTexts();
  const picker = useRef<HTMLInputElement>(null);
  const [replaces, setReplaces] = useState(false);
  const [percent, setPercent] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const [result, setResult] = useState<CodeImport>();
  const isBusy = percent !== undefined;
  const before = coupon.codeCount ?? 0;
  const start = async (file: File): Promise<void> => {
    setProblem(undefined);
    setResult(undefined);
    setPercent(0);
    try {
      const input = { id: coupon.id, replace: replaces ? '1' : '0' } as const;
      const onProgress = (share: number): void => setPercent(Math.round(share * whole));
      setResult(await upload('/act/crm/coupon/importCodes', input, file, { onProgress }));
      void invalidate('/act/crm/coupon');
    } catch (error) {
      setProblem(reasonOf(error));
    } finally {
      setPercent(undefined);
    }
  };
  return (
    <Modal
      open
      title={t('importCodes')}
      onCancel={onClose}
      mask={{ closable: false }}
      closable={!isBusy}
      keyboard={!isBusy}
      footer={
        <Button disabled={isBusy} onClick={onClose}>
          {common('close')}
        </Button>
      }
      width={560}
    >
      <div className="eu-stack">
        <p className="eu-dialog-text">{t('codesHint', { n: formatNumber(mostCodes) })}</p>
        {coupon.status === draft && before > 0 ? (
          <Checkbox checked={replaces} disabled={isBusy} onChange={(event) => setReplaces(event.target.checked)}>
            {t('replace', { n: formatNumber(before) })}
          </Checkbox>
        ) : null}
        <div className="cp-row">
          <Button type="primary" icon={<UploadOutlined />} loading={isBusy} onClick={() => picker.current?.click()}>
            {t(result === undefined ? 'chooseFile' : 'chooseOther')}
          </Button>
          {isBusy ? (
            <output className="wh-faint">{percent < whole ? t('sending', { n: percent }) : t('checking')}</output>
          ) : null}
        </div>
        {problem === undefined ? null : <Alert type="error" showIcon title={problem} />}
        {result === undefined ? null : <Result result={result} />}
      </div>
      <FilePicker ref={picker} accept=".csv,.txt,.xlsx" onFiles={([file]) => void start(file)} />
    </Modal>
  );
}
