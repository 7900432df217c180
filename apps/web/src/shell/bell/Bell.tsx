import { BellOutlined, CheckCircleOutlined, RightOutlined } from '@ant-design/icons';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { TodoItem } from '@wheelhouse/contract/dashboard';
import { messageOf } from '../../api/errors.ts';
import { usePick, useTexts } from '../../i18n/lang.ts';
import { useStore } from '../../lib/store.ts';
import { formatNumber } from '../../ui/format.ts';
import { hrefOfLink } from '../../routing/page.ts';
import { Popup } from '../Popup.tsx';
import { alarmSoundOn, alarmTone } from './alarm-sound.ts';
import { useAlarmNews } from './useAlarmNews.ts';
import { chime, setSound, soundOn } from './sound.ts';
import { NoticeList } from './NoticeList.tsx';
import { texts, todoTexts } from './texts.ts';
import { useNotices } from './useNotices.ts';
import { useTodos } from './useTodos.ts';
import './bell.css';

const sum = (items: readonly TodoItem[]): number => items.reduce((total, item) => total + item.count, 0);

/** Open tasks and notices of the user on every page: number, list, and a polite announcement of new ones. */
export function Bell(): ReactNode {
  const t = useTexts(texts);
  const pick = usePick();
  const sound = useStore(soundOn);
  const [news, setNews] = useState('');
  const nameOf = (item: TodoItem): string => pick(todoTexts[item.key] ?? { zh: item.key, en: item.key });
  const { items, error, refresh } = useTodos((grown) => {
    setNews(t('news', { what: grown.map((item) => t('one', { name: nameOf(item), n: item.count })).join('; ') }));
    if (sound) chime();
  });
  const notices = useNotices((notice) => {
    setNews(t('newNotice', { title: pick(notice.title) }));
    if (sound) chime();
  });
  useAlarmNews((alarms) => {
    if (alarmSoundOn.get() && alarms?.raised.some(({ level }) => level === 4)) alarmTone();
  });
  const known = (items ?? []).filter((item) => todoTexts[item.key] !== undefined && item.count > 0);
  const waiting = known.filter((item) => item.kind === 'todo');
  const watch = known.filter((item) => item.kind === 'watch');
  const todos = sum(waiting);
  const count = todos + notices.unread;
  const shown = count > 99 ? '99+' : String(count);
  const numbers = { n: shown, todos: formatNumber(todos), notices: formatNumber(notices.unread) };
  const label = count === 0 ? t('notifications') : t('label', numbers);
  const icon = (
    <>
      <BellOutlined />
      {count > 0 ? (
        <span className="sh-badge" aria-hidden="true">
          {shown}
        </span>
      ) : watch.length > 0 ? (
        <span className="sh-bell-dot" aria-hidden="true" />
      ) : null}
    </>
  );
  return (
    <>
      <Popup label={label} icon={icon}>
        <div className="sh-bell">
          {error !== null && items === undefined ? (
            <p className="sh-bell-none">
              {messageOf(error)}{' '}
              <button type="button" onClick={refresh}>
                {t('refresh')}
              </button>
            </p>
          ) : null}
          <NoticeList notices={notices} />
          {items !== undefined && waiting.length === 0 ? (
            <p className="sh-bell-none">
              <CheckCircleOutlined /> {t('none')}
            </p>
          ) : null}
          <Items title={t('waits')} items={waiting} nameOf={nameOf} />
          <Items title={t('watch')} items={watch} nameOf={nameOf} />
          <label className="sh-bell-sound">
            <input type="checkbox" checked={sound} onChange={(event) => setSound(event.target.checked)} /> {t('sound')}
          </label>
        </div>
      </Popup>
      <span className="wh-visually-hidden" aria-live="polite">
        {news}
      </span>
    </>
  );
}

function Items({
  title,
  items,
  nameOf,
}: {
  readonly title: string;
  readonly items: readonly TodoItem[];
  readonly nameOf: (item: TodoItem) => string;
}): ReactNode {
  return items.length === 0 ? null : (
    <>
      <h3>{title}</h3>
      <ul>
        {items.map((item) => (
          <li key={item.key}>
            <Link to={hrefOfLink(item.link)}>
              <span>{nameOf(item)}</span>
              <strong className="wh-num">{formatNumber(item.count)}</strong>
              <RightOutlined aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
