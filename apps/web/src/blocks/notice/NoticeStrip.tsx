import { CloseOutlined, NotificationOutlined } from '@ant-design/icons';
import { useState, type ReactNode } from 'react';
import { useAction, useCall } from '../../api/query.ts';
import { usePick } from '../../i18n/lang.ts';
import { useDictLookup } from '../../reference/reference.ts';
import { LabelTag } from '../../ui/Values.tsx';
import { dialogPart } from '../../ui/part.tsx';
import { useNoticeWords } from './texts.ts';
import './notice.css';

const NoticeDialog = dialogPart(() => import('./NoticeDialog.tsx'));

const active = '/msg/crm/systemMessage/consoleActive';

/** Live notices to the signed-in user: a line each, until it is dismissed. One that pops up is shown at once, the first time: the server keeps that. */
export function NoticeStrip(): ReactNode {
  const words = useNoticeWords();
  const pick = usePick();
  const dict = useDictLookup();
  const { data: notices = [] } = useCall(active, {}, { inlineErrors: true });
  const read = useAction('/msg/crm/systemMessage/read', { invalidates: [active] });
  const [chosen, setChosen] = useState<string>();
  const popped = useAction('/msg/crm/systemMessage/popupShown', { inlineErrors: true });
  /** Closed on this page; the answer that knows it may be under way. */
  const [closed, setClosed] = useState<readonly string[]>([]);
  const open =
    notices.find(({ id }) => id === chosen) ?? notices.find(({ id, popup }) => popup === 1 && !closed.includes(id));
  const close = (): void => {
    if (open?.popup === 1 && !closed.includes(open.id)) {
      setClosed([...closed, open.id]);
      popped.mutate({ id: open.id });
    }
    setChosen(undefined);
  };
  const dismiss = (id: string): void => {
    close();
    read.mutate({ id });
  };
  if (notices.length === 0) return null;
  return (
    <>
      <ul className="nt-strip" aria-label={words('notices')}>
        {notices.map((notice) => (
          <li key={notice.id}>
            <NotificationOutlined aria-hidden="true" />
            <LabelTag color="primary">{dict('NoticeType', notice.noticeType)?.name}</LabelTag>
            <button type="button" className="nt-title" onClick={() => setChosen(notice.id)}>
              {pick(notice.title)}
            </button>
            {notice.maintenanceStart === null ? null : (
              <span className="wh-faint wh-num">
                {words('maintenance', { from: notice.maintenanceStart, to: notice.maintenanceEnd ?? '' })}
              </span>
            )}
            <button
              type="button"
              className="wh-icon-button nt-dismiss"
              aria-label={words('dismiss', { title: pick(notice.title) })}
              onClick={() => dismiss(notice.id)}
            >
              <CloseOutlined />
            </button>
          </li>
        ))}
      </ul>
      {open === undefined ? null : <NoticeDialog notice={open} onClose={close} onDismiss={() => dismiss(open.id)} />}
    </>
  );
}
