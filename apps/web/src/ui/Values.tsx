import { CheckOutlined, CopyOutlined, EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons';
import { useEffect, useState, type ReactNode } from 'react';
import { t, useT } from '../i18n/common.ts';
import { useLang } from '../i18n/lang.ts';
import { notify } from '../lib/notify.ts';
import { formatMoney, none, timeAgo } from './format.ts';
import './ui.css';

/** Tag colours a dictionary entry may have. */
export type TagColor = 'default' | 'primary' | 'success' | 'warning' | 'danger';
const tagColors: readonly string[] = ['default', 'primary', 'success', 'warning', 'danger'] satisfies TagColor[];

interface TagProps {
  readonly color?: string | null | undefined;
  readonly children: ReactNode;
}

const colorOf = (color: string | null | undefined): string => (color && tagColors.includes(color) ? color : 'default');

/**
 * A state. Its dictionary colour says how much it matters: what is normal (`default`, `success`) is plain text, what is under way (`primary`)
 * has a dot, and only what wants somebody (`warning`, `danger`) is a tag. Beside a title every state is one.
 */
export const StatusTag = ({ color, children }: TagProps): ReactNode => (
  <span className={`wh-tag wh-tag-${colorOf(color)}`}>{children}</span>
);

/** A label that is no state: a tag that somebody gave, a kind, one of several names. */
export const LabelTag = ({ color, children }: TagProps): ReactNode => (
  <span className={`wh-tag wh-tag-label wh-tag-${colorOf(color)}`}>{children}</span>
);

/** Integer fen as yuan. */
export function Money({
  fen,
  sign = false,
}: {
  readonly fen: number | string | null | undefined;
  readonly sign?: boolean;
}): ReactNode {
  const text = formatMoney(fen);
  return <span className="wh-num">{sign && text !== none ? `¥${text}` : text}</span>;
}

/** A wire instant or date, as it is. */
export function DateTime({ value }: { readonly value: string | null | undefined }): ReactNode {
  if (!value) return <span className="wh-faint">{none}</span>;
  return (
    <time className="wh-num" dateTime={value.length === 10 ? value : `${value.replace(' ', 'T')}+08:00`}>
      {value}
    </time>
  );
}

const tickMs = 30_000;

/** How long ago; the full time is its title. Keeps itself up to date. */
export function TimeAgo({ value }: { readonly value: string | null | undefined }): ReactNode {
  const lang = useLang();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  if (!value) return <span className="wh-faint">{none}</span>;
  return (
    <time className="wh-num" dateTime={`${value.replace(' ', 'T')}+08:00`} title={value}>
      {timeAgo(value, lang, now)}
    </time>
  );
}

/** Capitals and digits without a space, as VIN, IMEI, ICCID, mobile and order numbers are, masked ones too. */
const identity = /^(?=(?:.*\d){4})[A-Z0-9*]{8,40}$/;
const stressed = 6;

/**
 * What is told apart by its characters: digits of one width, and the last six stressed, by which people name it. Anything else is
 * text as it is. Copied it is the plain text.
 */
export function Identity({ value }: { readonly value: string }): ReactNode {
  if (!identity.test(value)) return value;
  const from = Math.max(value.length - stressed, value.lastIndexOf('*') + 1);
  return (
    <span className="wh-id">
      {value.slice(0, from)}
      <b>{value.slice(from)}</b>
    </span>
  );
}

export interface CopyTextProps {
  readonly value: string | null | undefined;
  /** What is shown instead of the value itself. */
  readonly children?: ReactNode;
}

/** A value (VIN, order number …) with a button that copies it. */
export function CopyText({ value, children }: CopyTextProps): ReactNode {
  const text = useT();
  const [copied, setCopied] = useState(false);
  if (!value) return <span className="wh-faint">{none}</span>;
  const copy = async (): Promise<void> => {
    if (!(await copyToClipboard(value))) return;
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  };
  return (
    <span className="wh-copy">
      <span className="wh-num">{children ?? <Identity value={value} />}</span>
      <button
        type="button"
        className="wh-icon-button"
        aria-label={`${text('copy')} ${value}`}
        title={text('copy')}
        onClick={() => void copy()}
      >
        {copied ? <CheckOutlined /> : <CopyOutlined />}
      </button>
    </span>
  );
}

/** Copies and says so. Answers false, with a hint shown, where the browser does not allow it (plain http). */
export async function copyToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    notify.success(t('copied'));
    return true;
  } catch {
    notify.warning(t('copyFailed'));
    return false;
  }
}

export interface MaskedProps {
  /** The value as the server masked it. */
  readonly value: string | null | undefined;
  /** Absent when the user may not see more. Answers the clear value, or null when given up. */
  readonly onReveal?: () => Promise<string | null>;
}

/** A masked value; with the right, a button reveals it (the server logs who and why). */
export function Masked({ value, onReveal }: MaskedProps): ReactNode {
  const text = useT();
  const [clear, setClear] = useState<string | null>(null);
  if (!value) return <span className="wh-faint">{none}</span>;
  const toggle = async (): Promise<void> => setClear(clear === null ? ((await onReveal?.()) ?? null) : null);
  return (
    <span className="wh-copy">
      <span className="wh-num">
        <Identity value={clear ?? value} />
      </span>
      {onReveal === undefined ? null : (
        <button
          type="button"
          className="wh-icon-button"
          aria-label={text(clear === null ? 'reveal' : 'hide')}
          onClick={() => void toggle()}
        >
          {clear === null ? <EyeOutlined /> : <EyeInvisibleOutlined />}
        </button>
      )}
    </span>
  );
}

/** Label over value: the small facts of a header or card. */
export function KeyValue({ label, children }: { readonly label: ReactNode; readonly children: ReactNode }): ReactNode {
  return (
    <div className="wh-kv">
      <span className="wh-kv-label">{label}</span>
      <span className="wh-kv-value">{children}</span>
    </div>
  );
}
