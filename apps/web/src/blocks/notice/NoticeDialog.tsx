import { Button, Modal } from 'antd';
import type { ReactNode } from 'react';
import type { ConsoleNotice } from '@wheelhouse/contract/calls/messages/messages';
import { usePick } from '../../i18n/lang.ts';
import { DateTime } from '../../ui/Values.tsx';
import { useNoticeWords } from './texts.ts';
import '../../entity-ui/entity-ui.css';

/** A notice with all it says. Closing it leaves it in the strip. */
export default function NoticeDialog({
  notice,
  onClose,
  onDismiss,
}: {
  readonly notice: ConsoleNotice;
  readonly onClose: () => void;
  readonly onDismiss: () => void;
}): ReactNode {
  const words = useNoticeWords();
  const pick = usePick();
  return (
    <Modal
      open
      width={640}
      title={pick(notice.title)}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onDismiss}>
          {words('gotIt')}
        </Button>
      }
    >
      <p className="wh-faint">
        <DateTime value={notice.sendTime} />
        {notice.maintenanceStart === null ? null : (
          <>
            {' · '}
            {words('maintenance', { from: notice.maintenanceStart, to: notice.maintenanceEnd ?? '' })}
          </>
        )}
      </p>
      {/* The server cleans what is stored. */}
      <div className="eu-rich" dangerouslySetInnerHTML={{ __html: pick(notice.content) }} />
      {notice.attachmentUrls.map((url, at) => (
        <p key={url}>
          <a href={url} target="_blank" rel="noreferrer">
            {words('attachment', { n: at + 1 })}
          </a>
        </p>
      ))}
    </Modal>
  );
}
