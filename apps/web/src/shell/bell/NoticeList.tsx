import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { usePick, useTexts } from '../../i18n/lang.ts';
import { TimeAgo } from '../../ui/Values.tsx';
import { texts } from './texts.ts';
import type { Notices } from './useNotices.ts';

/** Notices that are shown before one asks for all. */
const few = 4;

/** Notices of the user, newest first; opening one marks it as read. */
export function NoticeList({ notices: { list, unread, read } }: { readonly notices: Notices }): ReactNode {
  const t = useTexts(texts);
  const pick = usePick();
  const [all, setAll] = useState(false);
  if (list.length === 0) return null;
  return (
    <>
      <div className="sh-notices-head">
        <h3>{t('notices')}</h3>
        {unread > 0 ? (
          <button type="button" onClick={() => read()}>
            {t('readAll')}
          </button>
        ) : null}
      </div>
      <ul className="sh-notices">
        {(all ? list : list.slice(0, few)).map((notice) => (
          <li key={notice.id}>
            <Link
              to={notice.path}
              className={notice.read === 1 ? 'sh-notice sh-notice-read' : 'sh-notice'}
              onClick={() => notice.read === 0 && read([notice.id])}
            >
              <i className={`sh-notice-level sh-notice-level-${notice.level}`} aria-hidden="true" />
              <span>
                <strong>{pick(notice.title)}</strong>
                {notice.read === 0 ? <span className="wh-visually-hidden"> {t('unread')}</span> : null}
                <span className="sh-notice-body">{pick(notice.body)}</span>
                <small>
                  <TimeAgo value={notice.createTime} />
                </small>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {all || list.length <= few ? null : (
        <button type="button" className="wh-link-button sh-notices-all" onClick={() => setAll(true)}>
          {t('allNotices', { n: list.length })}
        </button>
      )}
    </>
  );
}
