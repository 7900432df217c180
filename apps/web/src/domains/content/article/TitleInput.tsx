import type { Row } from '@wheelhouse/entities';
import type { ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { TextInput } from '../../../entity-ui/inputs/text.tsx';
import type { InputProps } from '../../../entity-ui/inputs/types.ts';
import { textOf } from '../../../entity-ui/model.ts';
import { useSettled } from '../../../entity-ui/refs/useRefOptions.ts';
import { useArticleTexts } from './texts.ts';

const idOf = ({ id }: Row): unknown => id;

/** The title of an article, which says when another one has it. It may: an article can be written anew. */
export function TitleInput(props: InputProps): ReactNode {
  const { field, value, stored } = props;
  const words = useArticleTexts();
  const title = textOf(value).trim();
  const settled = useSettled(title);
  const { data } = useCall(
    '/ps/crm/article/list',
    { page: 1, pageSize: 2, query: { 'title.eq': settled } },
    { enabled: settled !== '', inlineErrors: true, staleTime: 0 },
  );
  const isTaken =
    settled === title && data?.list.some(({ id }) => stored === undefined || id !== idOf(stored)) === true;
  return (
    <>
      {field.kind === 'text' ? <TextInput {...props} field={field} /> : null}
      <span className="ar-same" role="status">
        {isTaken ? words('sameTitle') : ''}
      </span>
    </>
  );
}
