import { fill, type Lang, type TextParams } from '@wheelhouse/contract/lang';
import type { Verdict } from '@wheelhouse/contract/receipts/verify';
import { cell, make, table } from './dom.ts';
import { reasons, type TextName, texts } from './texts.ts';

/** What a file has shown, in one language. */
export class Show {
  readonly #lang: Lang;
  readonly #verdict: Verdict;

  constructor(verdict: Verdict, lang: Lang) {
    this.#verdict = verdict;
    this.#lang = lang;
  }

  #text(name: TextName, params?: TextParams): string {
    return fill(texts[name][this.#lang], params);
  }
  #count(value: number): string {
    return value.toLocaleString(this.#lang === 'zh' ? 'zh-CN' : 'en');
  }

  all(): readonly HTMLElement[] {
    const { findings, withheld, campaign } = this.#verdict;
    return [
      this.#banner(),
      ...(findings.length > 0 ? [this.#findings()] : []),
      this.#wins(),
      ...(withheld.slice(1).some((count) => count > 0) ? [this.#kept()] : []),
      ...(campaign ? [this.#facts(campaign)] : []),
    ];
  }

  #banner(): HTMLElement {
    const { total, seed, draws: count, compared } = this.#verdict;
    const draws = this.#count(count);
    const [look, title, said] =
      total > 0
        ? (['bad', this.#text('deviates', { total: this.#count(total) }), this.#text('deviatesOf', { draws })] as const)
        : seed === 'verified'
          ? (['good', this.#text('right'), this.#text('rightSeed', { draws })] as const)
          : (['partly', this.#text('soFar'), this.#text('noSeed', { draws })] as const);
    const against =
      compared.heads + compared.receipts > 0
        ? this.#text('compared', { heads: compared.heads, receipts: compared.receipts })
        : this.#text('uncompared');
    const mark = make('span', 'mark');
    mark.setAttribute('aria-hidden', 'true');
    return make(
      'section',
      `verdict ${look}`,
      mark,
      make('div', '', make('h2', '', title), make('p', '', said), make('p', 'quiet', against)),
    );
  }

  #findings(): HTMLElement {
    const { findings, total } = this.#verdict;
    const [line, lane, number, request, what] = (['line', 'lane', 'number', 'requestNo', 'what'] as const).map((name) =>
      this.#text(name),
    );
    const columns = [
      [line ?? '', ''],
      [lane ?? '', ''],
      [number ?? '', ''],
      [request ?? '', ''],
      [what ?? '', ''],
    ] as const;
    const rows = findings.map((one) =>
      make(
        'tr',
        '',
        cell(columns[0][0], 'id', one.line === undefined ? '' : String(one.line)),
        cell(columns[1][0], 'id', one.lane === undefined ? '' : String(one.lane)),
        cell(columns[2][0], 'id', one.n === undefined ? '' : String(one.n)),
        cell(columns[3][0], 'code', one.requestNo ?? ''),
        cell(columns[4][0], 'what', one.text[this.#lang]),
      ),
    );
    const kept = this.#text('first', { kept: this.#count(findings.length), total: this.#count(total) });
    return make(
      'section',
      '',
      make('h2', '', this.#text('findings')),
      ...(total > findings.length ? [make('p', 'quiet', kept)] : []),
      table('findings', columns, rows),
    );
  }

  #wins(): HTMLElement {
    const columns = [
      [this.#text('row'), ''],
      [this.#text('expected'), 'n'],
      [this.#text('picked'), 'n'],
      [this.#text('given'), 'n'],
    ] as const;
    const rows = this.#verdict.rows.map(({ row, picked, given, expected }) => {
      const head = make('th', '', row === 0 ? this.#text('none') : String(row));
      head.setAttribute('scope', 'row');
      return make(
        'tr',
        '',
        head,
        make('td', 'n', this.#count(Math.round(expected * 10) / 10)),
        make('td', 'n', this.#count(picked)),
        make('td', 'n', row === 0 ? '' : this.#count(given)),
      );
    });
    return make('section', '', make('h2', '', this.#text('wins')), table('wins', columns, rows));
  }

  #kept(): HTMLElement {
    const { withheld } = this.#verdict;
    const facts = reasons.flatMap((reason, at) =>
      at === 0 || !withheld[at] ? [] : [this.#fact(reason[this.#lang], this.#count(withheld[at]), '')],
    );
    return make('section', '', make('h2', '', this.#text('kept')), make('dl', 'short', ...facts));
  }

  #fact(name: string, value: string, look: string): HTMLElement {
    return make('div', '', make('dt', '', name), make('dd', look, value));
  }

  #facts({ activityNo, name, commitment }: NonNullable<Verdict['campaign']>): HTMLElement {
    const { head, heads } = this.#verdict;
    return make(
      'section',
      '',
      make('h2', '', this.#text('facts')),
      make(
        'dl',
        '',
        this.#fact(this.#text('activityNo'), activityNo, ''),
        this.#fact(this.#text('name'), name, ''),
        this.#fact(this.#text('commitment'), commitment, 'code'),
        ...(head === undefined ? [] : [this.#fact(this.#text('head'), head, 'code')]),
        this.#fact(this.#text('heads'), this.#count(heads), ''),
      ),
    );
  }
}
