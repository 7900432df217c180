import type { ReactNode } from 'react';
import { type CellPropsOf, defineOverride } from '../../../entity-ui/override.ts';
import { useListed } from '../../../i18n/lang.ts';
import { useWishTexts } from './texts.ts';
import './wish.css';

/** A wish as it is read for review: all of it, what is wrong with it, and what was answered. */
function ContentCell({ value, row, place }: CellPropsOf<'wish', string | undefined>): ReactNode {
  const t = useWishTexts();
  const list = useListed();
  if (place === 'detail') return <span className="eu-prose">{value}</span>;
  const { flaggedWords, rejectReason, replyContent } = row;
  return (
    <span className="ov-wish">
      <span>{value}</span>
      {flaggedWords === null || flaggedWords === undefined || flaggedWords.length === 0 ? null : (
        <small className="ov-wish-words">{t('words', { words: list(flaggedWords) })}</small>
      )}
      {rejectReason ? <small>{t('reason', { text: rejectReason })}</small> : null}
      {replyContent ? <small>{t('reply', { text: replyContent })}</small> : null}
    </span>
  );
}

/** Wishes are reviewed in the list, without opening them; a reply begins with the one that stands there. */
export default defineOverride('wish', {
  cell: { content: ContentCell },
  starts: { reply: ({ replyContent }) => ({ content: replyContent }) },
});
