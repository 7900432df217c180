import type { ReactNode } from 'react';
import { usePage } from '../../../routing/page.ts';
import { Segments } from '../../../ui/Segments.tsx';
import { useReconTexts } from './texts.ts';

/** Each with its name in the address: `?view=`. */
export const lists = ['recon', 'reconItem', 'payNotice'] as const;

/** Days of channels, the differences of all of them, or what channels told. */
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
