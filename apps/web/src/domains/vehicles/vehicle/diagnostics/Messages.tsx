import type { DeviceTrace } from '@wheelhouse/contract/diagnostics';
import { refusalReasons } from '@wheelhouse/contract/device/refusals';
import type { ReactNode } from 'react';
import { usePick } from '../../../../i18n/lang.ts';
import { Section } from '../../../../ui/Layout.tsx';
import { formatNumber } from '../../../../ui/format.ts';
import { EmptyState } from '../../../../ui/States.tsx';
import { DateTime, StatusTag, type TagColor } from '../../../../ui/Values.tsx';
import { useDiagnosticTexts } from './texts.ts';

const looks = {
  stored: ['success', 'outcomeStored'],
  duplicate: ['default', 'outcomeDuplicate'],
  refused: ['danger', 'outcomeRefused'],
  partial: ['warning', 'outcomePartial'],
} as const satisfies Record<DeviceTrace['outcome'], readonly [TagColor, string]>;

function pretty(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
}

function Message({ message }: { readonly message: DeviceTrace }): ReactNode {
  const texts = useDiagnosticTexts();
  const pick = usePick();
  const [color, key] = looks[message.outcome];
  return (
    <details className="dg-message">
      <summary>
        <DateTime value={message.recvTime} />
        <code className="dg-code">{message.kind}</code>
        <StatusTag color={color}>{texts(key)}</StatusTag>
        <span className="dg-reasons">{message.reasons.map((reason) => pick(refusalReasons[reason])).join(', ')}</span>
        <small className="wh-num">{texts('bytes', { n: formatNumber(message.size) })}</small>
      </summary>
      {message.payload === null ? (
        <p className="dg-note">{texts('hidden')}</p>
      ) : (
        <pre className="dg-payload">{pretty(message.payload)}</pre>
      )}
    </details>
  );
}

/** The last messages as they came, newest first. */
export function Messages({ list }: { readonly list: readonly DeviceTrace[] }): ReactNode {
  const texts = useDiagnosticTexts();
  return (
    <Section title={texts('messages')} extra={<span className="wh-faint">{texts('messagesHelp')}</span>} flush>
      {list.length === 0 ? (
        <EmptyState small title={texts('noMessages')} />
      ) : (
        <div className="dg-messages">
          {list.map((message) => (
            <Message key={message.id} message={message} />
          ))}
        </div>
      )}
    </Section>
  );
}
