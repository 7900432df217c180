import { DownloadOutlined } from '@ant-design/icons';
import type { FunctionCode } from '@wheelhouse/entities/access/actions';
import type { ReactNode } from 'react';
import { useAction } from '../../../api/query.ts';
import { megabytes } from '../../../entity-ui/inputs/large/SendPanel.tsx';
import { useCan } from '../../../session/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { useFirmwareTexts } from './texts.ts';

const open = ({ url }: { readonly url: string }): void => window.location.assign(url);

/** The button that fetches the package, where there is one. */
export function Download({
  id,
  path,
  code,
}: {
  readonly id: string;
  readonly path: '/ps/crm/otaFirmware/download' | '/ps/crm/otaFirmwareOld/download';
  readonly code: FunctionCode;
}): ReactNode {
  const words = useFirmwareTexts();
  const can = useCan();
  const take = useAction(path, { onSuccess: open });
  if (!can(code)) return null;
  return (
    <Button size="small" icon={<DownloadOutlined />} loading={take.isPending} onClick={() => take.mutate({ id })}>
      {words('download')}
    </Button>
  );
}

const kibibyte = 1024;

/** The size as people compare it; a record has the exact one. */
export function SizeCell({ value, place }: { readonly value: unknown; readonly place: 'list' | 'detail' }): ReactNode {
  if (typeof value !== 'number') return null;
  const kibibytes = value / kibibyte;
  return (
    <span className="wh-num">
      {place === 'detail'
        ? `${formatNumber(value)} B`
        : kibibytes < kibibyte
          ? `${formatNumber(Math.ceil(kibibytes))} KB`
          : `${megabytes(value)} MB`}
    </span>
  );
}
