import type { EntityDef, Row } from '@wheelhouse/entities';
import { useCall } from '../../api/query.ts';
import { usePage } from '../../routing/page.ts';
import { fileUrls } from '../cells/files.tsx';
import { freshUrl } from '../files/fresh.ts';
import { callPath, textOf } from '../model.ts';

/**
 * Addresses of the pictures of a form: those that it has just been given, and those that the record of the page has.
 * @for pictures of a form in a preview beside it: `domains/content/theme/ThemePreview.tsx`
 */
export function useFormPictures(entity: EntityDef, values: Row): (name: string) => readonly string[] {
  const id = usePage().search.get('id') ?? '';
  const { data: stored } = useCall(
    callPath(entity, 'detail'),
    { id },
    { enabled: id !== '', inlineErrors: true, staleTime: 60_000 },
  );
  return (name) => {
    const kept = stored === undefined ? [] : fileUrls(stored, name);
    const before = stored === undefined ? [] : [stored[name]].flat().map(textOf);
    return [values[name]].flat().flatMap((file) => {
      const url = freshUrl(textOf(file)) ?? kept[before.indexOf(textOf(file))];
      return url === undefined ? [] : [url];
    });
  };
}
