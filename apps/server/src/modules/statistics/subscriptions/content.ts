import { fill } from '@wheelhouse/contract/lang';
import type { Condition } from '@wheelhouse/contract/list-query';
import { formatInstant } from '@wheelhouse/contract/time';
import type { StatCard } from '@wheelhouse/contract/statistics';
import { routeNamed } from '@wheelhouse/entities/routes';
import type { Statistic } from '@wheelhouse/entities/statistics/define';
import { periodBefore, usualGranularity, type Days } from '@wheelhouse/entities/statistics/period';
import type { Mail, MailAttachment } from '../../../adapters/mail/index.ts';
import { writeSheets } from '../../../entity/export/issue-sheet.ts';
import { holds } from '../../../entity/read.ts';
import { AppError } from '../../../http/errors.ts';
import { escapeHtml } from '../../../http/page.ts';
import { chartPicture } from '../../../picture/chart.ts';
import { xlsxType } from '../../../sheet/write.ts';
import { memorySink } from '../../../sheet/zip.ts';
import { summaryOf, tableOf, type Ask } from '../engine/answer.ts';
import { asTable, sheetsOf, trendSheet } from '../engine/export.ts';
import { describedTrend } from '../engine/sheet-charts.ts';
import type { Who } from '../scoped.ts';
import { filterTexts } from './filters.ts';
import { mailTexts, sayCard, type Said } from './says.ts';

export interface Report {
  readonly who: Who;
  readonly statistic: Statistic;
  readonly days: Days;
  readonly filters: readonly Condition[];
  /** The subscription's. */
  readonly name: string;
  /** The receiver asked for it. */
  readonly asked: boolean;
}

/** A base64 of it and the rest stay below the 10 MB that most servers take. */
const mostBytes = 6 * 1024 * 1024;
const tooMany = 1007;
const chartId = 'trend';

/** Cards as the page has them; of a report without, the row of all of its first table. */
async function cardsOf(asked: Ask): Promise<readonly StatCard[]> {
  const { cards, tables = {} } = asked.statistic;
  if (cards.length > 0) return (await summaryOf(asked)).cards;
  const [[name, part] = []] = Object.entries(tables);
  if (name === undefined || part === undefined) return [];
  const { sums } = await tableOf(asked, name, part, { page: 1, pageSize: 1 });
  return part.measures.map((key) => {
    const value = sums[key] ?? null;
    return { key, value: typeof value === 'string' ? null : value, prev: null, lastYear: null };
  });
}

async function pictureOf(asked: Ask): Promise<MailAttachment | undefined> {
  const { trend } = asked.statistic;
  if (trend === undefined) return undefined;
  const { drawn, ...sheet } = await trendSheet(asked, trend);
  const chart = describedTrend(trend, sheet, drawn);
  if (chart === undefined) return undefined;
  return { name: `${chartId}.png`, type: 'image/png', cid: chartId, bytes: await chartPicture(chart) };
}

/** The workbook of the page's export, for whoever may export; undefined where it is too large. */
async function workbookOf(asked: Ask): Promise<Buffer | undefined> {
  try {
    const { sink, bytes } = memorySink();
    await writeSheets(sink, (await sheetsOf(asked)).map(asTable), asked.who);
    const all = bytes();
    return all.length > mostBytes ? undefined : all;
  } catch (error) {
    if (error instanceof AppError && error.code === tooMany) return undefined;
    throw error;
  }
}

/** The page with the same days and filters; undefined where nobody has said where the console is. */
function addressOf({ who, statistic, days, filters }: Report): string | undefined {
  const { publicUrl } = who.app.config;
  if (publicUrl === undefined) return undefined;
  const query = new URLSearchParams({ 'date.ge': days.from, 'date.le': days.to });
  for (const { field, op, value } of filters) query.set(op === 'eq' ? field : `${field}.${op}`, String(value));
  return `${publicUrl}${routeNamed(statistic.route).path}?${query}`;
}

interface Page {
  readonly title: string;
  /** Lines above and below the numbers. */
  readonly head: readonly string[];
  readonly foot: readonly string[];
  readonly said: readonly Said[];
  readonly columns: readonly string[];
  readonly hasPicture: boolean;
  readonly link: { readonly text: string; readonly address: string } | undefined;
}

const cell = 'style="padding:6px 16px 6px 0;border-bottom:1px solid #d5dde1;text-align:left"';

/** Styles stand with the elements: mail programs read no others. */
function htmlOf({ title, head, foot, said, columns, hasPicture, link }: Page): string {
  const line = (text: string): string => `<p style="margin:0 0 6px;color:#475860">${escapeHtml(text)}</p>`;
  const row = (tag: 'th' | 'td', cells: readonly string[]): string =>
    `<tr>${cells.map((text) => `<${tag} ${cell}>${escapeHtml(text)}</${tag}>`).join('')}</tr>`;
  const rows = said.map(({ name, value, before, change }) => row('td', [name, value, before, change]));
  return [
    '<!doctype html><html><body style="font-family:sans-serif;color:#17242b">',
    `<h1 style="font-size:20px">${escapeHtml(title)}</h1>`,
    ...head.map(line),
    said.length === 0
      ? ''
      : `<table style="border-collapse:collapse;margin:16px 0">${row('th', columns)}${rows.join('')}</table>`,
    hasPicture ? `<p><img src="cid:${chartId}" width="720" alt="${escapeHtml(title)}"></p>` : '',
    link === undefined ? '' : `<p><a href="${escapeHtml(link.address)}">${escapeHtml(link.text)}</a></p>`,
    ...foot.map(line),
    '</body></html>',
  ].join('\n');
}

function textOf({ title, head, foot, said, columns, link }: Page): string {
  const [, , before = '', change = ''] = columns;
  return [
    title,
    '',
    ...head,
    '',
    ...said.map((one) => `${one.name}: ${one.value} (${before} ${one.before}, ${change} ${one.change})`),
    '',
    ...(link === undefined ? [] : [`${link.text}: ${link.address}`, '']),
    ...foot,
  ].join('\n');
}

/** What a report says to one receiver: their numbers, as the page would show them now. @throws AppError, BadCondition as the page's calls do */
export async function reportContent(report: Report): Promise<Omit<Mail, 'to' | 'messageId'>> {
  const { who, statistic, days, filters } = report;
  const { lang } = who;
  const asked: Ask = { who, statistic, question: { days, granularity: usualGranularity(days), filters } };
  const time = formatInstant(new Date());
  const cards = await cardsOf(asked);
  const picture = await pictureOf(asked);
  const mayExport = holds(who.user, `${statistic.route}.export`);
  const workbook = mayExport ? await workbookOf(asked) : undefined;
  const route = routeNamed(statistic.route);
  const named = await filterTexts(who, statistic, filters);
  const t = (key: keyof typeof mailTexts, params?: Parameters<typeof fill>[1]): string =>
    fill(mailTexts[key][lang], params);
  const period = days.from === days.to ? days.from : `${days.from} – ${days.to}`;
  const address = addressOf(report);
  const page: Page = {
    title: `${route[lang]} ${period}`,
    head: [
      t('days', { ...days }),
      t('compared', { ...periodBefore(days) }),
      t('filters', { text: named.length === 0 ? t('none') : named.join('; ') }),
      t('asOf', { time }),
    ],
    said: cards.map((card) => sayCard(statistic, card, lang)),
    columns: [t('name'), t('value'), t('before'), t('change')],
    hasPicture: picture !== undefined,
    link: address === undefined ? undefined : { text: t('open'), address },
    foot: [...(mayExport ? [t(workbook === undefined ? 'tooLarge' : 'attached')] : []), t('scope')],
  };
  const file = `${route[lang].replaceAll(/[/\\]/g, '-')} ${days.from}_${days.to}.xlsx`;
  return {
    subject: `${report.asked ? t('test') : ''}${report.name}: ${page.title}`,
    html: htmlOf(page),
    text: textOf(page),
    attachments: [
      ...(picture === undefined ? [] : [picture]),
      ...(workbook === undefined ? [] : [{ name: file, type: xlsxType, bytes: workbook }]),
    ],
  };
}
