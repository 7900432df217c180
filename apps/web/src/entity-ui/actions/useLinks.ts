import { useNavigate } from 'react-router';
import { usePick } from '../../i18n/lang.ts';
import { useCan } from '../../session/session.ts';
import type { EntityRow } from '../model.ts';
import type { EntityUi } from '../override.ts';
import type { MenuExtra } from './ActionBar.tsx';

/** The pages that a record can be taken to, of those that the user may open. */
export function useLinks(
  { override }: Pick<EntityUi, 'override'>,
  row: EntityRow,
): readonly (MenuExtra & { readonly next: boolean })[] {
  const pick = usePick();
  const can = useCan();
  const navigate = useNavigate();
  return (override?.links?.(row) ?? [])
    .filter(({ code }) => [code].flat().every((one) => can(one)))
    .map(({ href, label, icon, next = false }) => ({
      key: href,
      label: pick(label),
      icon,
      next,
      run: () => void navigate(href),
    }));
}
