import { UploadOutlined } from '@ant-design/icons';
import { Form, Input, Modal } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import type { GrantReport as Report } from '@wheelhouse/contract/calls/prizes/coupons';
import { mostGranted } from '@wheelhouse/entities/prizes/coupon';
import type { RowOf } from '@wheelhouse/entities/rows';
import { attempt } from '../../../api/attempt.ts';
import { call } from '../../../api/client.ts';
import { uploadFile } from '../../../api/files.ts';
import { invalidate, useCall } from '../../../api/query.ts';
import { useT } from '../../../i18n/common.ts';
import { Button } from '../../../ui/Button.tsx';
import { FilePicker } from '../../../ui/FilePicker.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { Select } from '../../../ui/inputs/Select.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { GrantReport } from './GrantReport.tsx';
import { useCouponTexts } from './texts.ts';
import './coupon.css';

type Way = 'mobiles' | 'file' | 'tag';
const leastReason = 2;

/** Whom a grant names, as the call takes it; undefined while nobody is named. */
type Named = { mobiles: readonly string[] } | { fileId: string } | { tagId: string } | undefined;

interface TagProps {
  readonly value: string | undefined;
  readonly onChange: (id: string) => void;
}

function TagSelect({ value, onChange }: TagProps): ReactNode {
  const t = useCouponTexts();
  const { data = [] } = useCall('/user/crm/userTag/all', {});
  return (
    <Select
      id="grantTag"
      className="eu-control"
      showSearch={{ optionFilterProp: 'label' }}
      options={data.map(({ id, name, userCount }) => ({
        value: id,
        label: t('tagUsers', { name, n: formatNumber(userCount) }),
      }))}
      value={value ?? null}
      onChange={(id: string) => onChange(id)}
    />
  );
}

const linesOf = (text: string): string[] =>
  text
    .split(/[\s,;，；、]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** What was entered, by each of the ways, and whom it names. */
function useNamed() {
  const [way, setWay] = useState<Way>('mobiles');
  const [mobiles, setMobiles] = useState('');
  const [file, setFile] = useState<{ readonly name: string; readonly fileId: string }>();
  const [tagId, setTagId] = useState<string>();
  const lines = linesOf(mobiles);
  const all: Readonly<Record<Way, Named>> = {
    mobiles: lines.length === 0 ? undefined : { mobiles: lines },
    file: file && { fileId: file.fileId },
    tag: tagId === undefined ? undefined : { tagId },
  };
  return { way, setWay, mobiles, setMobiles, file, setFile, tagId, setTagId, named: all[way] };
}

interface WhomProps {
  readonly whom: ReturnType<typeof useNamed>;
  readonly onChange: () => void;
}

/** By numbers that are typed, a file of them, or a tag. */
function Whom({ whom, onChange }: WhomProps): ReactNode {
  const t = useCouponTexts();
  const picker = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const { way, setWay, mobiles, setMobiles, file, setFile, tagId, setTagId } = whom;
  const changed =
    <Value,>(set: (value: Value) => void) =>
    (value: Value): void => {
      set(value);
      onChange();
    };
  const take = async (chosen: File): Promise<void> => {
    setBusy(true);
    const stored = await attempt(uploadFile(chosen, 'import'));
    setBusy(false);
    if (stored !== undefined) changed(setFile)({ name: chosen.name, fileId: stored.fileId });
  };
  return (
    <>
      <Form.Item label={t('to')}>
        <Segments
          label={t('to')}
          options={[
            { key: 'mobiles', label: t('byMobiles') },
            { key: 'file', label: t('byFile') },
            { key: 'tag', label: t('byTag') },
          ]}
          value={way}
          onChange={changed<Way>(setWay)}
        />
      </Form.Item>
      {way === 'mobiles' ? (
        <Form.Item label={t('mobiles')} htmlFor="grantMobiles" extra={t('mobilesHint')} required>
          <Input.TextArea
            id="grantMobiles"
            autoFocus
            autoSize={{ minRows: 3, maxRows: 8 }}
            value={mobiles}
            onChange={(event) => changed(setMobiles)(event.target.value)}
          />
        </Form.Item>
      ) : way === 'file' ? (
        <Form.Item label={t('file')} extra={t('fileHint', { n: formatNumber(mostGranted) })} required>
          <div className="cp-row">
            <Button icon={<UploadOutlined />} loading={isBusy} onClick={() => picker.current?.click()}>
              {t(file === undefined ? 'chooseFile' : 'chooseOther')}
            </Button>
            {file === undefined ? null : <output>{file.name}</output>}
          </div>
          <FilePicker ref={picker} accept=".xlsx,.csv" onFiles={([chosen]) => void take(chosen)} />
        </Form.Item>
      ) : (
        <Form.Item label={t('tag')} htmlFor="grantTag" required>
          <TagSelect value={tagId} onChange={changed(setTagId)} />
        </Form.Item>
      )}
    </>
  );
}

interface Props {
  readonly coupon: RowOf<'coupon'>;
  readonly onClose: () => void;
}

/** Gives a coupon to people: who they are, what that comes to, and only then the grant itself. */
export default function GrantDialog({ coupon, onClose }: Props): ReactNode {
  const common = useT();
  const t = useCouponTexts();
  const whom = useNamed();
  const [reason, setReason] = useState('');
  const [report, setReport] = useState<{ readonly of: Report; readonly isDone: boolean }>();
  const [isBusy, setBusy] = useState(false);
  const { named } = whom;
  const isDone = report?.isDone === true;
  const isForeseen = report !== undefined && !isDone;
  const mayGrant = isForeseen && report.of.granted > 0 && reason.trim().length >= leastReason;
  const run = async (): Promise<void> => {
    if (named === undefined) return;
    setBusy(true);
    const body = { id: coupon.id, ...named };
    const of = await attempt(
      isForeseen
        ? call('/act/crm/coupon/grant', { ...body, reason: reason.trim() })
        : call('/act/crm/coupon/grantPreview', body),
    );
    setBusy(false);
    if (of === undefined) return;
    setReport({ of, isDone: isForeseen });
    if (isForeseen) void invalidate('/act/crm/coupon');
  };
  return (
    <Modal
      open
      title={t('grantOf', { name: coupon.name })}
      okText={isForeseen ? t('grantN', { n: formatNumber(report.of.granted) }) : t('preview')}
      cancelText={common('cancel')}
      okButtonProps={{ disabled: named === undefined || (isForeseen && !mayGrant), loading: isBusy }}
      {...(isDone && { footer: <Button onClick={onClose}>{common('close')}</Button> })}
      onOk={() => void run()}
      onCancel={onClose}
      mask={{ closable: false }}
      width={560}
    >
      <p className="eu-dialog-text">
        {t('left', {
          n: formatNumber(coupon.total - coupon.issued),
          limit: formatNumber(coupon.perUserLimit),
        })}
      </p>
      {isDone ? null : (
        <Form layout="vertical" disabled={isBusy}>
          <Whom whom={whom} onChange={() => setReport(undefined)} />
          {isForeseen ? (
            <Form.Item label={t('why')} htmlFor="grantReason" extra={t('whyHint')} required>
              <Input
                id="grantReason"
                maxLength={200}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            </Form.Item>
          ) : null}
        </Form>
      )}
      {report === undefined ? null : (
        <GrantReport report={report.of} couponNo={coupon.couponNo} isDone={report.isDone} />
      )}
    </Modal>
  );
}
