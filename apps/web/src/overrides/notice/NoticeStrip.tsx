import { CloseOutlined, NotificationOutlined } from '@ant-design/icons';
import { useState, type ReactNode } from 'react';
import { useAction, useCall } from '../../api/query.ts';
import { usePick } from '../../i18n/lang.ts';
import { readSetting, writeSetting } from '../../lib/storage.ts';
import { useDictLookup } from '../../reference/reference.ts';
import { useUser } from '../../session/session.ts';
import { StatusTag } from '../../ui/Values.tsx';
import { dialogPart } from '../../ui/part.tsx';
import { useNoticeWords } from './texts.ts';
import './notice.css';

const NoticeDialog = dialogPart(() => import('./NoticeDialog.tsx'));

const active = '/msg/crm/systemMessage/consoleActive';

/** More closed popups are of long ago. */
const mostClosed = 20;
const closedKey = (userId: string): string => `notice.popups.${userId}`;

/** Ids of the popups that the user has closed. Kept in this browser. */
const readClosed = (userId: string): readonly string[] => (readSetting(closedKey(userId)) ?? '').split(' ');

/** Live notices to the signed-in user: a line each, until it is dismissed. One that pops up is shown at once, the first time. */
export function NoticeStrip(): ReactNode {
  const words = useNoticeWords();
  const pick = usePick();
  const dict = useDictLookup();
  const { id: userId } = useUser();
  const { data: notices = [] } = useCall(active, {}, { inlineErrors: true });
  const read = useAction('/msg/crm/systemMessage/read', { invalidates: [active] });
  const [chosen, setChosen] = useState<string>();
  const [closed, setClosed] = useState(() => readClosed(userId));
  const open =
    notices.find(({ id }) => id === chosen) ?? notices.find(({ id, popup }) => popup === 1 && !closed.includes(id));
  const close = (): void => {
    if (open?.popup === 1 && !closed.includes(open.id)) {
      const next = [...closed, open.id].slice(-mostClosed);
      setClosed(next);
      writeSetting(closedKey(userId), next.join(' '));
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
            <StatusTag color="primary">{dict('NoticeType', notice.noticeType)?.name}</StatusTag>
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
