/** Levels of a log's lines, the least first; the first letter of a stored line. */
export const levels = ['D', 'I', 'W', 'E'] as const;
export type Level = (typeof levels)[number];

/** Characters of a line that are stored. */
const longest = 4_000;
/** Characters of a line that are read: what crosses the end of the stored ones is seen as a whole, and blanked. */
export const mostRead = longest + 500;
/** Where a line names its level. */
const headLength = 120;

const named = /\b(VERBOSE|TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|SEVERE|CRASH)\b|\b([VDIWEF])\/[\w.$-]+/i;
const byName: Readonly<Record<string, Level>> = {
  V: 'D',
  T: 'D',
  D: 'D',
  I: 'I',
  N: 'I',
  W: 'W',
  E: 'E',
  F: 'E',
  S: 'E',
  C: 'E',
};

/** The level that a line names; a line without one continues the line before it. */
export function levelOf(line: string, before: Level): Level {
  const found = named.exec(line.slice(0, headLength));
  const letter = (found?.[1] ?? found?.[2])?.charAt(0).toUpperCase();
  return (letter === undefined ? undefined : byName[letter]) ?? before;
}

const blank = '***';
/**
 * What no log shows, though the app has blanked it before: tokens, passwords, phone numbers, places. Each with what stays of it. Every pattern
 * takes time in proportion to the line: a run of letters is begun once, at its start.
 */
const secrets: readonly (readonly [RegExp, string])[] = [
  [/(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g, blank],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/gi, `$1 ${blank}`],
  [
    /((?<![\w-])[\w-]*?(?:token|authorization|password|passwd|pwd|secret|sms_?code|cookie|session_?id)["']?\s*[:=]\s*["']?)(?!\*\*\*)[^\s"',;&}\]]+/gi,
    `$1${blank}`,
  ],
  [/(?<!\d)(?:(?:\+|00)?86[- ]?)?1[3-9]\d(?:[- ]?\d{4}){2}(?!\d)/g, blank],
  [/(\b\w*?(?:lat|lng|lon|long|latitude|longitude)["']?(?:\s*[:=]\s*|\s)["']?)[+-]?\d{1,3}(?:\.\d+)?/gi, `$1${blank}`],
  [/(?<![\d.])[+-]?\d{1,3}\.\d{4,}(?:\s*[,;/|]\s*|\s)[+-]?\d{1,3}\.\d{4,}(?![\d.])/g, blank],
];

interface Blanked {
  readonly text: string;
  /** Places that were blanked here. */
  readonly n: number;
}

/** A line without what no log shows. */
export function blanked(line: string): Blanked {
  let n = 0;
  let text = line.slice(0, mostRead);
  for (const [pattern, kept] of secrets)
    text = text.replace(pattern, (...found: readonly unknown[]) => {
      n++;
      const [, first] = found;
      return kept.replace('$1', () => (typeof first === 'string' ? first : ''));
    });
  return { text: text.length > longest ? `${text.slice(0, longest)}…` : text, n };
}
