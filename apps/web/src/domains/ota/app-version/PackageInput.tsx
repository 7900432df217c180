import { Form } from 'antd';
import { useState, type ReactNode } from 'react';
import type { ParsedPackage } from '@wheelhouse/contract/calls/ota/versions';
import { call } from '../../../api/client.ts';
import { reasonOf } from '../../../api/errors.ts';
import LargeFileInput from '../../../entity-ui/inputs/large/LargeFileInput.tsx';
import type { InputProps } from '../../../entity-ui/inputs/types.ts';
import { isEmpty } from '../../../entity-ui/model.ts';
import { useAppVersionTexts } from './texts.ts';
import './appversion.css';

/** What was read of the package that was uploaded last. */
interface Read {
  readonly fileId: string;
  readonly found?: ParsedPackage;
  readonly error?: string;
}

function Facts({ packageName, versionName, versionCode, minSdk, sha256 }: ParsedPackage): ReactNode {
  const t = useAppVersionTexts();
  return (
    <dl className="ov-package">
      <dt>{t('packageName')}</dt>
      <dd>{packageName}</dd>
      <dt>{t('version')}</dt>
      <dd className="wh-num">
        {versionName} ({versionCode})
      </dd>
      {minSdk === null ? null : (
        <>
          <dt>{t('minSdk')}</dt>
          <dd className="wh-num">{minSdk}</dd>
        </>
      )}
      <dt>SHA-256</dt>
      <dd className="wh-num">{sha256}</dd>
    </dl>
  );
}

/** The package of a version: what it says of itself stands under it, and fills in what is still empty. */
export function PackageInput(props: InputProps): ReactNode {
  const { field, value } = props;
  const t = useAppVersionTexts();
  const form = Form.useFormInstance();
  const [read, setRead] = useState<Read>();
  const parse = async (fileId: string): Promise<void> => {
    setRead({ fileId });
    try {
      const found = await call('/ps/crm/version/parsePackage', { fileId });
      setRead({ fileId, found });
      const { versionName, versionCode } = found;
      for (const [name, is] of Object.entries({ versionName, versionCode }))
        if (isEmpty(form.getFieldValue(name))) form.setFieldValue(name, is);
    } catch (error) {
      setRead({ fileId, error: reasonOf(error) });
    }
  };
  if (field.kind !== 'file') return null;
  const shown = read?.fileId === value ? read : undefined;
  return (
    <>
      <LargeFileInput {...props} field={field} onStored={({ fileId }) => void parse(fileId)} />
      {shown === undefined ? null : shown.error !== undefined ? (
        <p className="eu-error" role="alert">
          {shown.error}
        </p>
      ) : shown.found === undefined ? (
        <p className="eu-hint" role="status">
          {t('reading')}
        </p>
      ) : (
        <Facts {...shown.found} />
      )}
    </>
  );
}
