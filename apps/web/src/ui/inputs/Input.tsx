import { CloseCircleFilled, SearchOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import type { InputProps } from 'antd';
import type { SearchProps } from 'antd/es/input';
import type { ReactNode } from 'react';
import { useT } from '../../i18n/common.ts';

type Own<Props> = Omit<Props, 'allowClear'>;

/** A text that a button empties. */
export function ClearableInput(props: Own<InputProps>): ReactNode {
  return <Input {...props} allowClear={{ clearIcon: <CloseCircleFilled aria-label={useT()('clear')} /> }} />;
}

/** The same with a button that searches. */
export function SearchInput(props: Own<SearchProps>): ReactNode {
  const t = useT();
  return (
    <Input.Search
      {...props}
      allowClear={{ clearIcon: <CloseCircleFilled aria-label={t('clear')} /> }}
      searchIcon={<SearchOutlined aria-label={t('search')} />}
    />
  );
}
