import { useState, type ReactNode } from 'react';
import { useTexts } from '../i18n/lang.ts';
import { notify } from '../lib/notify.ts';
import { presetColors, setTheme, useTheme, type ThemeMode } from '../theme/theme.ts';
import { texts } from './texts.ts';

const modes = ['light', 'dark', 'system'] as const satisfies readonly ThemeMode[];
/** A colour picker reports every movement; the change counts once it rests. */
const restMs = 400;

/** Appearance and theme colour: eight presets and a picker. */
export function ThemePanel(): ReactNode {
  const t = useTexts(texts);
  const theme = useTheme();
  const [timer, setTimer] = useState<ReturnType<typeof setTimeout>>();
  const changeColor = (color: string): void => {
    setTheme({ color });
    clearTimeout(timer);
    setTimer(setTimeout(() => notify.success(t('skinChanged')), restMs));
  };
  return (
    <>
      <fieldset className="sh-modes">
        <legend>{t('appearance')}</legend>
        {modes.map((mode) => (
          <label key={mode}>
            <input type="radio" name="theme-mode" checked={theme.mode === mode} onChange={() => setTheme({ mode })} />
            <span>{t(mode)}</span>
          </label>
        ))}
      </fieldset>
      <fieldset className="sh-colors">
        <legend>{t('themeColor')}</legend>
        {presetColors.map((color) => (
          <label key={color} title={color}>
            <input
              type="radio"
              name="theme-color"
              aria-label={color}
              checked={theme.color === color}
              onChange={() => changeColor(color)}
            />
            <span style={{ background: color }} />
          </label>
        ))}
        <label className="sh-own-color" title={t('customColor')}>
          <input
            type="color"
            aria-label={t('customColor')}
            value={theme.color}
            onChange={(event) => changeColor(event.target.value)}
          />
        </label>
      </fieldset>
    </>
  );
}
