import type { ReactNode } from 'react';
import type { LedgerLine, LedgerTransaction } from '@wheelhouse/contract/calls/orders/ledger';
import { ledgerEvents, ledgerKinds, ledgerParts, type LedgerKind } from '@wheelhouse/contract/ledger';
import { usePick } from '../../../i18n/lang.ts';
import { useDictLookup } from '../../../reference/reference.ts';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { Money } from '../../../ui/Values.tsx';
import { useTrailTexts } from './texts.ts';

interface Entry extends LedgerLine {
  readonly key: string;
  /** What it is part of: time and event. */
  readonly of: LedgerTransaction;
}

const isKind = (text: string): text is LedgerKind => Object.hasOwn(ledgerKinds, text);
const isPart = (text: string): text is keyof typeof ledgerParts => Object.hasOwn(ledgerParts, text);

/** An account as people call it: its kind, and whose or of what it is. */
function useAccountName(): (account: string) => string {
  const pick = usePick();
  const dict = useDictLookup();
  return (account) => {
    const [kind = '', ...rest] = account.split(':');
    const of = rest.join(':');
    const name = isKind(kind) ? pick(ledgerKinds[kind]) : kind;
    if (of === '') return name;
    if (kind === 'channel' || kind === 'fee') return `${name} · ${dict('PayChannel', of)?.name ?? of}`;
    return `${name} · ${isPart(of) ? pick(ledgerParts[of]) : of}`;
  };
}

const amounts = { align: 'end', num: true, width: 110 } as const;

/** Postings with their entries, debit and credit side by side. */
export function Entries({ ledger }: { readonly ledger: readonly LedgerTransaction[] }): ReactNode {
  const texts = useTrailTexts();
  const pick = usePick();
  const nameOf = useAccountName();
  const rows = ledger.flatMap((of) =>
    of.lines.map((line, at): Entry => ({ ...line, of, key: `${of.id}-${String(at)}` })),
  );
  const titleOf = ({ kind, occurTime, refundNo, hidden }: LedgerTransaction): string =>
    [occurTime, pick(ledgerEvents[kind]), refundNo, hidden > 0 ? texts('hidden', { n: hidden }) : null]
      .filter((part) => part !== null)
      .join(' · ');
  return (
    <DataTable
      label={texts('ledger')}
      dense
      rows={rows}
      rowKey={({ key }) => key}
      groupOf={({ of }) => titleOf(of)}
      empty={texts('noLedger')}
      columns={[
        { key: 'account', label: texts('account'), head: true, render: ({ account }) => nameOf(account) },
        {
          key: 'debit',
          label: texts('debit'),
          ...amounts,
          render: ({ amountFen }) => (amountFen > 0 ? <Money fen={amountFen} /> : ''),
        },
        {
          key: 'credit',
          label: texts('credit'),
          ...amounts,
          render: ({ amountFen }) => (amountFen < 0 ? <Money fen={0 - amountFen} /> : ''),
        },
      ]}
    />
  );
}
