import type { ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { useTexts, type Texts } from '../../i18n/lang.ts';
import { SourceTag } from '../../ui/SourceTag.tsx';
import './template.css';

const ownTexts = {
  push: { zh: '推送', en: 'Push' },
  sms: { zh: '短信', en: 'SMS' },
  call: { zh: '语音', en: 'Calls' },
} as const satisfies Texts;
const channels = ['push', 'sms', 'call'] as const;

/** By which services messages go: their addresses, or that they are sandboxes. */
export function MessageSources(): ReactNode {
  const texts = useTexts(ownTexts);
  const { data } = useCall('/msg/crm/messageProvider/source', {}, { inlineErrors: true, staleTime: 300_000 });
  if (data === undefined) return null;
  return (
    <div className="msg-sources">
      {channels.map((channel) => (
        <SourceTag key={channel} name={texts(channel)} source={data[channel]} />
      ))}
    </div>
  );
}
