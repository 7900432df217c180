import type { ReactNode } from 'react';
import { none } from './format.ts';
import './ui.css';

export interface PageHeaderProps {
  readonly title: ReactNode;
  /** A line under the title: what the page is about, or a record's key facts. */
  readonly description?: ReactNode;
  /** Beside the title: a state. */
  readonly extra?: ReactNode;
  /** Buttons at the right. */
  readonly actions?: ReactNode;
}

/** Head of a page: its only h1. */
export function PageHeader({ title, description, extra, actions }: PageHeaderProps): ReactNode {
  return (
    <header className="wh-page-header">
      <div className="wh-page-heading">
        <h1>
          {title}
          {extra === undefined ? null : <span className="wh-page-extra">{extra}</span>}
        </h1>
        {description === undefined ? null : <div className="wh-page-description">{description}</div>}
      </div>
      {actions === undefined ? null : <div className="wh-page-actions">{actions}</div>}
    </header>
  );
}

/** The frame of a page: header, then sections at an even distance. */
export const PageBody = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <div className="wh-page">{children}</div>
);

export interface SectionProps {
  readonly title?: ReactNode;
  readonly extra?: ReactNode;
  readonly children: ReactNode;
  /** No inner distance: for tables and maps that reach the border. */
  readonly flush?: boolean;
  readonly id?: string;
}

/** A bordered block with an optional title. */
export function Section({ title, extra, children, flush = false, id }: SectionProps): ReactNode {
  return (
    <section className="wh-section" id={id}>
      {title === undefined && extra === undefined ? null : (
        <div className="wh-section-head">
          <h2>{title}</h2>
          {extra === undefined ? null : <div className="wh-section-extra">{extra}</div>}
        </div>
      )}
      <div className={flush ? 'wh-section-flush' : 'wh-section-body'}>{children}</div>
    </section>
  );
}

export interface DescriptionItem {
  readonly key: string;
  readonly label: ReactNode;
  readonly value: ReactNode;
  /** Takes the whole row. */
  readonly wide?: boolean;
}

/** Labels and values of a record, in as many columns as fit. */
export function DescriptionList({ items }: { readonly items: readonly DescriptionItem[] }): ReactNode {
  return (
    <dl className="wh-dl">
      {items.map((item) => (
        <div key={item.key} className={item.wide === true ? 'wh-dl-wide' : undefined}>
          <dt>{item.label}</dt>
          <dd>
            {item.value === null || item.value === undefined || item.value === '' ? (
              <span className="wh-faint">{none}</span>
            ) : (
              item.value
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
