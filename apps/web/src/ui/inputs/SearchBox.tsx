import { SearchOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { ClearableInput } from './Input.tsx';

export interface SearchBoxProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** Narrows a list that is already here while typing. */
export const SearchBox = ({ label, value, onChange }: SearchBoxProps): ReactNode => (
  <ClearableInput
    className="wh-search"
    prefix={<SearchOutlined aria-hidden="true" />}
    aria-label={label}
    placeholder={label}
    value={value}
    onChange={(event) => onChange(event.target.value)}
  />
);
