import { FileTextOutlined, NumberOutlined, RightOutlined, ThunderboltOutlined } from '@ant-design/icons';
import {
  useImperativeHandle,
  useLayoutEffect,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { useNavigate } from 'react-router';
import { useTexts } from '../../i18n/lang.ts';
import type { Session } from '../../session/session.ts';
import { wishOf } from './actions.ts';
import { remember } from './recent.ts';
import { useLines, type Line, type LineGroup } from './results.ts';
import { texts } from './texts.ts';
import { useFound, type Found } from './useFound.ts';

/** What the field says about the results to a screen reader. */
export interface ResultsState {
  readonly count: number;
  readonly active: number;
  readonly searching: boolean;
}

export interface KeyTaker {
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

export interface SearchResultsProps {
  /** Of the list; its lines are `<id>-<index>`. */
  readonly id: string;
  readonly session: Session;
  readonly typed: string;
  /** Takes the keys of the field. */
  readonly ref: Ref<KeyTaker>;
  readonly onState: (state: ResultsState) => void;
  readonly onClose: () => void;
}

/** Pages and records by name or key: arrows choose, Enter opens, with Ctrl or ⌘ in a new tab of the browser. */
export default function SearchResults({ id, session, typed, ref, onState, onClose }: SearchResultsProps): ReactNode {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const [choice, setChoice] = useState({ typed, at: 0 });
  const wish = wishOf(typed);
  const found = useFound(wish?.keyword ?? typed);
  const groups = useLines(session)(typed.trim(), wish, found.groups);
  const lines = groups.flatMap((group) => group.lines);
  const active = Math.min(choice.typed === typed ? choice.at : 0, lines.length - 1);
  const choose = (at: number): void => setChoice({ typed, at });

  const open = (line: Line, aside: boolean): void => {
    if (line.disabled === true) return;
    if (line.run !== undefined) {
      onClose();
      line.run();
      return;
    }
    if (line.passing === undefined)
      remember(session.user.id, { href: line.href, name: line.name, entity: line.entity });
    if (aside) window.open(line.href, '_blank', 'noopener');
    onClose();
    if (!aside) void navigate(line.href);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || lines.length === 0) return;
    const to = { ArrowDown: (active + 1) % lines.length, ArrowUp: (active - 1 + lines.length) % lines.length }[
      event.key
    ];
    const line = lines[active];
    if (to !== undefined) {
      event.preventDefault();
      choose(to);
      document.querySelector(`#${CSS.escape(`${id}-${to}`)}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && line !== undefined) {
      event.preventDefault();
      open(line, event.ctrlKey || event.metaKey);
    }
  };
  useImperativeHandle(ref, () => ({ onKeyDown }));
  const { length: count } = lines;
  const { searching } = found;
  useLayoutEffect(() => onState({ count, active, searching }), [onState, count, active, searching]);
  return (
    <>
      <List id={id} groups={groups} active={active} label={t('results')} onChoose={choose} onOpen={open} />
      <Status typed={typed.trim()} found={found} count={lines.length} />
    </>
  );
}

interface ListProps {
  readonly id: string;
  readonly groups: readonly LineGroup[];
  readonly active: number;
  readonly label: string;
  readonly onChoose: (at: number) => void;
  readonly onOpen: (line: Line, aside: boolean) => void;
}

function List({ id, groups, active, label, onChoose, onOpen }: ListProps): ReactNode {
  const starts = groups.map((_, at) => groups.slice(0, at).reduce((sum, group) => sum + group.lines.length, 0));
  const click = (event: MouseEvent, line: Line): void => {
    event.preventDefault();
    onOpen(line, event.ctrlKey || event.metaKey);
  };
  return (
    <div id={`${id}-list`} role="listbox" aria-label={label} className="sh-search-list">
      {groups.map((group, at) => (
        <div key={group.key} role="group" aria-labelledby={`${id}-${group.key}`}>
          <div id={`${id}-${group.key}`} role="presentation" className="sh-search-group">
            {group.title}
          </div>
          {group.note === undefined ? null : (
            <div role="presentation" className="sh-search-note">
              {group.note}
            </div>
          )}
          {group.lines.map((line, i) => {
            const index = (starts[at] ?? 0) + i;
            return (
              <a
                key={`${line.href} ${line.name}`}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === active}
                aria-disabled={line.disabled}
                tabIndex={-1}
                href={line.run === undefined ? line.href : undefined}
                className="sh-search-line"
                onClick={(event) => click(event, line)}
                onPointerMove={() => index !== active && onChoose(index)}
              >
                {line.passing === 'more' ? (
                  <RightOutlined aria-hidden="true" />
                ) : line.passing === 'action' ? (
                  <ThunderboltOutlined aria-hidden="true" />
                ) : line.entity === null ? (
                  <FileTextOutlined aria-hidden="true" />
                ) : (
                  <NumberOutlined aria-hidden="true" />
                )}
                <span className="sh-search-name">{line.name}</span>
                <span className="sh-search-hint">{line.hint}</span>
              </a>
            );
          })}
        </div>
      ))}
    </div>
  );
}

/** The message beside the result lines; announced to screen readers when it changes. */
function Status({
  typed,
  found,
  count,
}: {
  readonly typed: string;
  readonly found: Found;
  readonly count: number;
}): ReactNode {
  const t = useTexts(texts);
  const nothing = typed !== '' && count === 0 && !found.searching && found.error === null;
  return (
    <div className="sh-search-status" role="status">
      {found.error === null ? null : <p>{t('failed', { message: found.error })}</p>}
      {typed === '' && count === 0 ? <p>{t('hint')}</p> : null}
      {nothing ? (
        <>
          <p>{t('none', { keyword: typed })}</p>
          <p className="wh-faint">{t('noneHint')}</p>
        </>
      ) : null}
      <span className="wh-visually-hidden">
        {typed === '' || nothing ? '' : found.searching ? t('searching') : t('found', { n: count })}
      </span>
    </div>
  );
}
