import { createHash } from 'node:crypto';
import type { Lang } from '@wheelhouse/contract/lang';

/** Text as it stands in HTML, between tags or in a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** A page of the server's own, for people who are no users of the console: it loads nothing and runs nothing. */
export interface Page {
  readonly lang: Lang;
  readonly status: number;
  readonly title: string;
  readonly text: string;
  readonly links: readonly { readonly label: string; readonly url: string }[];
  /** What it is made for: cleaned HTML, whose pictures and films are this server's. `text` stands above it in small letters. */
  readonly html?: string;
}

const tags: Readonly<Record<Lang, string>> = { zh: 'zh-CN', en: 'en' };

/** The colours are those of the console's `tokens.css`. */
const style = `
:root{color-scheme:light dark;--bg:#f3f6f7;--surface:#fff;--border:#d5dde1;--text:#17242b;--text-2:#475860;--primary:#0b6b7f}
@media (prefers-color-scheme:dark){:root{--bg:#0d1316;--surface:#141c20;--border:#33424a;--text:#e4ebee;--text-2:#b0bec4;--primary:#4db4c9}}
*{box-sizing:border-box}
body{display:grid;place-items:center;min-height:100vh;min-height:100dvh;margin:0;padding:1.5rem;background:var(--bg);color:var(--text);
font:1rem/1.6 -apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'PingFang SC','Microsoft YaHei','Noto Sans CJK SC',Arial,sans-serif}
main{width:100%;max-width:26rem;padding:2rem 1.5rem;border:1px solid var(--border);border-radius:.75rem;background:var(--surface);overflow-wrap:anywhere}
h1{margin:0 0 .5rem;font-size:1.25rem;line-height:1.4}
p{margin:0;color:var(--text-2)}
ul{margin:1.5rem 0 0;padding:0;list-style:none}
li+li{margin-top:.75rem}
a{display:block;min-height:2.75rem;padding:.5rem 1rem;border:1px solid var(--border);border-radius:.5rem;color:var(--primary);text-align:center}
.read{align-self:start;max-width:44rem}
.read h1{font-size:1.5rem}
.read p{color:var(--text)}
.read>p{margin-bottom:1rem;color:var(--text-2);font-size:.875rem}
.read img,.read video{max-width:100%;height:auto;border-radius:.5rem}
.read article{line-height:1.75}
.read article p{margin:0 0 1em}
.read article ul,.read article ol{margin:0 0 1em;padding-inline-start:1.5em;list-style:revert}
.read article li+li{margin-top:.25rem}
.read article a{display:inline;min-height:0;padding:0;border:0}
.read article table{display:block;max-width:100%;overflow-x:auto;border-collapse:collapse}
.read article th,.read article td{padding:.25rem .5rem;border:1px solid var(--border)}
a:focus-visible{outline:2px solid var(--primary);outline-offset:2px}
`;

const styleHash = createHash('sha256').update(style).digest('base64');

/** What a page may load: its own style, by its hash. */
const ownStyle = `style-src 'self' 'sha256-${styleHash}'`;
const nothingElse = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** What a page may load: its own style, by its hash, and where it is made to be read, pictures and films of this server. No script, ever. */
export const policyOf = ({ html }: Page): string =>
  html === undefined
    ? `default-src 'none'; style-src 'sha256-${styleHash}'; ${nothingElse}`
    : `default-src 'none'; ${ownStyle}; img-src 'self'; media-src 'self'; ${nothingElse}`;

export function renderPage({ lang, title, text, links, html }: Page): string {
  const items = links.map(
    ({ label, url }) => `<li><a href="${escapeHtml(url)}" rel="noreferrer">${escapeHtml(label)}</a></li>`,
  );
  return `<!doctype html>
<html lang="${tags[lang]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main${html === undefined ? '' : ' class="read"'}>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
${html === undefined ? '' : `<article>${html}</article>\n`}${items.length === 0 ? '' : `<ul>\n${items.join('\n')}\n</ul>\n`}</main>
</body>
</html>
`;
}
