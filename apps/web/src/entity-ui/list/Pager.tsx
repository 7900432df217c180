import { DoubleLeftOutlined, DoubleRightOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { formatNumber } from '../../ui/format.ts';
import { pageSizes } from '../query-state.ts';
import { useEntityTexts } from '../texts.ts';
import { pageNumbers } from './page-numbers.ts';
import '../controls/controls.css';

export interface Room {
  /** Rows that the window has room for. */
  readonly rows: number;
  /** The list has as many: no size was chosen. */
  readonly followed: boolean;
  readonly onFollow: () => void;
}

export interface PagerProps {
  readonly page: number;
  readonly size: number;
  readonly total: number;
  /** There are more than `total`, which are not counted. */
  readonly more?: boolean | undefined;
  readonly onPage: (page: number) => void;
  /** Absent: the size is fixed. */
  readonly onSize?: (size: number) => void;
  /** Of a list that follows the window's height. */
  readonly room?: Room | undefined;
}

/** How many rows a page has: as many as there is room for, or one of the sizes. */
function SizeSelect({ size, room, onSize }: PagerProps): ReactNode {
  const texts = useEntityTexts();
  const choose = (value: string): void => (value === '' ? room?.onFollow() : onSize?.(Number(value)));
  return (
    <select
      className="eu-native"
      aria-label={texts('pageSize')}
      value={room?.followed === true ? '' : size}
      onChange={(event) => choose(event.target.value)}
    >
      {room === undefined ? null : (
        <option value="">{texts('perPageAuto', { n: room.followed ? size : room.rows })}</option>
      )}
      {pageSizes.map((n) => (
        <option key={n} value={n}>
          {texts('perPage', { n })}
        </option>
      ))}
    </select>
  );
}

export function Pager(props: PagerProps): ReactNode {
  const { page, size, total, more, onPage, onSize } = props;
  const texts = useEntityTexts();
  const last = Math.max(1, Math.ceil(total / size));
  const turn = (to: number, label: string, icon: ReactNode, enabled: boolean): ReactNode => (
    <button
      type="button"
      className="eu-page"
      aria-label={label}
      title={label}
      disabled={!enabled}
      onClick={() => onPage(to)}
    >
      {icon}
    </button>
  );
  return (
    <nav className="eu-pager" aria-label={texts('pages')}>
      {more ? <span className="wh-num eu-total">{texts('totalMore', { n: formatNumber(total) })}</span> : null}
      <span className="eu-pages">
        {turn(1, texts('firstPage'), <DoubleLeftOutlined />, page > 1)}
        {turn(page - 1, texts('previousPage'), <LeftOutlined />, page > 1)}
        {pageNumbers(page, last).map((n, at) =>
          n === null ? (
            <span key={`gap${at}`} className="eu-page-gap" aria-hidden="true">
              …
            </span>
          ) : (
            <button
              key={n}
              type="button"
              className="eu-page"
              aria-label={texts('pageN', { n })}
              aria-current={n === page ? 'page' : undefined}
              onClick={() => onPage(n)}
            >
              {formatNumber(n)}
            </button>
          ),
        )}
        {turn(page + 1, texts('nextPage'), <RightOutlined />, page < last)}
        {turn(last, texts('lastPage'), <DoubleRightOutlined />, page < last)}
      </span>
      {onSize === undefined ? null : <SizeSelect {...props} />}
    </nav>
  );
}
