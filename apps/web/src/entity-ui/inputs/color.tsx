import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { isColor } from '@wheelhouse/entities/color';
import { useTexts, type Texts } from '../../i18n/lang.ts';
import { contrast } from '../../theme/color.ts';
import { textOf } from '../model.ts';
import type { InputProps } from './types.ts';
import './color.css';

const texts = {
  pick: { zh: '{label}：选择颜色', en: '{label}: pick a colour' },
  enough: { zh: '与背景的对比度{n}:1', en: 'Contrast with the background {n}:1' },
  weak: {
    zh: '与背景的对比度{n}:1，低于{least}:1，文字不易看清',
    en: 'Contrast with the background {n}:1: below {least}:1, text is hard to read',
  },
} as const satisfies Texts;

/** What body text needs (WCAG 2.2, AA). */
const least = 4.5;

const stored = (value: unknown): string => textOf(value).trim().toUpperCase();

/** How well the colour can be read on the one behind it. */
function Contrast({ on, color }: { readonly on: string; readonly color: string }): ReactNode {
  const words = useTexts(texts);
  const behind = stored(Form.useWatch(on));
  if (!isColor(color) || !isColor(behind)) return null;
  const found = contrast(color, behind);
  // Rounded down: what is shown as 4.5 is at least 4.5.
  const n = (Math.floor(found * 10) / 10).toFixed(1);
  const isWeak = found < least;
  return (
    <span className={isWeak ? 'eu-contrast eu-contrast-weak' : 'eu-contrast'} role="status">
      <b aria-hidden style={{ color, background: behind }}>
        Aa
      </b>
      {words(isWeak ? 'weak' : 'enough', { n, least })}
    </span>
  );
}

/** A colour, typed or picked. */
export default function ColorInput({ id, field, label, value, onChange, disabled }: InputProps<'color'>): ReactNode {
  const words = useTexts(texts);
  const color = stored(value);
  return (
    <>
      <Input
        id={id}
        className="eu-color-input wh-mono"
        value={textOf(value)}
        disabled={disabled}
        maxLength={20}
        placeholder="#RRGGBB"
        autoComplete="off"
        spellCheck={false}
        prefix={
          <input
            type="color"
            aria-label={words('pick', { label })}
            data-empty={isColor(color) ? undefined : ''}
            value={isColor(color) ? color.toLowerCase() : '#ffffff'}
            disabled={disabled}
            onChange={(event) => onChange(event.target.value.toUpperCase())}
          />
        }
        onChange={(event) => onChange(event.target.value)}
      />
      {field.on === undefined ? null : <Contrast on={field.on} color={color} />}
    </>
  );
}
