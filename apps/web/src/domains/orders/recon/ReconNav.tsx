import type { ReactNode } from 'react';
import { usePage } from '../../../routing/page.ts';
import { Segments } from '../../../ui/Segments.tsx';
import { useReconTexts } from './texts.ts';

const lists = ['recon', 'reconItem'] as const;

/** Days of channels, or the differences of all of them. */
export function ReconNav({ list }: { readonly list: (typeof lists)[number] }): ReactNode {
  const texts = useReconTexts();
  const page = usePage();
  return (
    <Segments
      label={texts('lists')}
      options={lists.map((key) => ({ key, label: texts(key) }))}
      value={list}
      onChange={(view) => page.setSearch({ view })}
    />
  );
}
