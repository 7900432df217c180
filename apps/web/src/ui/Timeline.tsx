import type { ReactNode } from 'react';
import type { TagColor } from './Values.tsx';
import './timeline.css';

export interface TimelineProps {
  /** Names the list where no heading stands above it. */
  readonly label?: string | undefined;
  /** `TimelineEntry`, in the order they are read. */
  readonly children: ReactNode;
}

/**
 * What happened, one below the other along a line.
 * @for a time line: a `TimelineEntry` for each thing that happened: title, actor, time, text, and under it changes or files
 */
export const Timeline = ({ label, children }: TimelineProps): ReactNode => (
  <ol className="wh-timeline" aria-label={label}>
    {children}
  </ol>
);

export interface TimelineEntryProps {
  /** What it is: one or two words. */
  readonly title: ReactNode;
  /** Beside the title: states, values. */
  readonly tags?: ReactNode;
  readonly actor?: ReactNode;
  readonly time?: ReactNode;
  /** What was said; line breaks are kept. */
  readonly text?: ReactNode;
  /** Under the text: changes, files, places, buttons. */
  readonly children?: ReactNode;
  /** Colour of its point; unknown ones are neutral. */
  readonly tone?: TagColor | (string & {}) | null | undefined;
  /** Has not happened yet. */
  readonly ahead?: boolean | undefined;
}

/** One thing that happened: what, who, when; then what was said, and what belongs to it. */
export const TimelineEntry = ({
  title,
  tags,
  actor,
  time,
  text,
  children,
  tone,
  ahead = false,
}: TimelineEntryProps): ReactNode => (
  <li data-tone={tone ?? undefined} data-ahead={ahead || undefined}>
    <div className="wh-timeline-head">
      <strong>{title}</strong>
      {tags}
      {actor ? <span>{actor}</span> : null}
      {time}
    </div>
    {text ? <div className="wh-timeline-text">{text}</div> : null}
    {children}
  </li>
);
