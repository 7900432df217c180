import type { ReactNode } from 'react';
import type { RowOf } from '@wheelhouse/entities/rows';
import { defineOverride } from '../../../entity-ui/override.ts';
import { useLang } from '../../../i18n/lang.ts';
import { Section } from '../../../ui/Layout.tsx';
import { trailOf } from '../trail/trail-of.ts';
import { advice, useReconTexts } from './texts.ts';
import './recon.css';

/** Why it differs as a rule, and what to do. */
function Advice({ row }: { readonly row: RowOf<'reconItem'> }): ReactNode {
  const texts = useReconTexts();
  const lang = useLang();
  return (
    <Section title={texts('advice')}>
      <p className="rc-advice">{advice[row.diffType]?.[lang]}</p>
    </Section>
  );
}

/** Differences of all days, each with what to do about it. */
export const reconItemOverride = defineOverride('reconItem', {
  view: 'reconItem',
  lead: Advice,
  links: ({ itemNo = '' }) => [trailOf(itemNo)],
});

export { reconItemOverride as default };
