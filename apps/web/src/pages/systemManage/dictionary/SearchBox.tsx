import { SearchOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import type { ReactNode } from 'react';

export interface SearchBoxProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** Narrows a list that is already here while typing. */
export const SearchBox = ({ label, value, onChange }: SearchBoxProps): ReactNode => (
  <Input
    className="sm-search"
    prefix={<SearchOutlined aria-hidden="true" />}
    aria-label={label}
    placeholder={label}
    value={value}
    allowClear
    onChange={(event) => onChange(event.target.value)}
  />
);
