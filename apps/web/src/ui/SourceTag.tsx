import type { PartnerSource } from '@wheelhouse/contract/calls/kit';
import { ApiOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTexts, type Texts } from '../i18n/lang.ts';
import { StatusTag } from './Values.tsx';

const ownTexts = {
  sandbox: { zh: '沙箱', en: 'Sandbox' },
  hint: { zh: '本机的模拟系统，不是真实平台', en: 'Simulated system on this machine, not the real platform' },
} as const satisfies Texts;

/** Where a partner's answers come from: its address, or that it is a sandbox. */
export function SourceTag({
  name,
  source,
}: {
  readonly name: string;
  readonly source: PartnerSource | undefined;
}): ReactNode {
  const texts = useTexts(ownTexts);
  if (source === undefined) return null;
  return (
    <span className="wh-inline">
      <ApiOutlined aria-hidden="true" /> {name}{' '}
      {source.sandbox ? (
        <span title={texts('hint')}>
          <StatusTag color="warning">{texts('sandbox')}</StatusTag>
        </span>
      ) : (
        <span className="wh-num">{source.address}</span>
      )}
    </span>
  );
}
