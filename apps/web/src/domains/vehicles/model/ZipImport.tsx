import { UploadOutlined } from '@ant-design/icons';
import { Alert, Button, Modal } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import type { ImageImport } from '@wheelhouse/contract/calls/vehicles';
import { messageOf } from '../../../api/errors.ts';
import { upload } from '../../../api/files.ts';
import { invalidate } from '../../../api/query.ts';
import { useT } from '../../../i18n/common.ts';
import { useTexts, type Texts } from '../../../i18n/lang.ts';
import { useCan } from '../../../session/session.ts';
import { formatNumber } from '../../../ui/format.ts';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { FilePicker } from '../../../ui/FilePicker.tsx';

const ownTexts = {
  title: { zh: '导入车辆图片', en: 'Import vehicle images' },
  hint: {
    zh: 'zip压缩包，不超过100MB；文件名为「车型编码_颜色_角度_用途.png」，例如E3_BLK_1_2.png。已有的图片会换成新版本。',
    en: 'Zip archive up to 100 MB. Name the files CODE_COLOR_ANGLE_SCENE.png, for example E3_BLK_1_2.png. Existing images get a new version.',
  },
  choose: { zh: '选择zip文件', en: 'Choose a zip file' },
  sending: { zh: '上传中{n}%', en: 'Sending {n}%' },
  working: { zh: '处理中…', en: 'Working…' },
  result: {
    zh: '共{total}个文件，成功{success}个，失败{failed}个',
    en: '{total} {total|file|files}: {success} kept, {failed} refused',
  },
  file: { zh: '文件', en: 'File' },
  why: { zh: '原因', en: 'Reason' },
} as const satisfies Texts;

function Dialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const t = useT();
  const texts = useTexts(ownTexts);
  const picker = useRef<HTMLInputElement>(null);
  const [percent, setPercent] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const [report, setReport] = useState<ImageImport>();
  const start = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    setProblem(undefined);
    setReport(undefined);
    setPercent(0);
    try {
      setReport(
        await upload('/veh/crm/vehicleImage/import', {}, file, {
          onProgress: (share) => setPercent(Math.round(share * 100)),
        }),
      );
      void invalidate('/veh/crm/vehicleImage');
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setPercent(undefined);
    }
  };
  return (
    <Modal
      open
      title={texts('title')}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={<Button onClick={onClose}>{t('close')}</Button>}
      width={640}
    >
      <p className="eu-dialog-text">{texts('hint')}</p>
      <Button icon={<UploadOutlined />} loading={percent !== undefined} onClick={() => picker.current?.click()}>
        {percent === undefined ? texts('choose') : percent < 100 ? texts('sending', { n: percent }) : texts('working')}
      </Button>
      <FilePicker ref={picker} accept=".zip" onFiles={([file]) => void start(file)} />
      {problem === undefined ? null : <Alert type="error" showIcon title={problem} className="eu-gap" />}
      {report === undefined ? null : (
        <>
          <Alert
            type={report.failed === 0 ? 'success' : 'warning'}
            showIcon
            className="eu-gap"
            title={texts('result', {
              total: formatNumber(report.total),
              success: formatNumber(report.success),
              failed: formatNumber(report.failed),
            })}
          />
          {report.errors.length === 0 ? null : (
            <DataTable
              label={texts('title')}
              height="46vh"
              rows={report.errors}
              rowKey={(one) => one.name}
              columns={[
                { key: 'file', label: texts('file'), render: (one) => one.name },
                { key: 'why', label: texts('why'), render: (one) => one.message },
              ]}
            />
          )}
        </>
      )}
    </Modal>
  );
}

/** Brings pictures in by a zip archive. */
export function ZipImport(): ReactNode {
  const t = useT();
  const can = useCan();
  const [open, setOpen] = useState(false);
  if (!can('vehicleImage.import')) return null;
  return (
    <>
      <Button icon={<UploadOutlined />} onClick={() => setOpen(true)}>
        {t('import')}
      </Button>
      {open ? <Dialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}
