import type { ThemeConfig } from 'antd';
import antd from 'antd/es/theme';
import { remPx } from '../lib/rem.ts';
import { inkOn, mix } from './color.ts';
import { primaryOf, type Theme } from './theme.ts';

type Algorithm = typeof antd.defaultAlgorithm;

/** A colour of tokens.css as it is now; `startTheme` has put the theme on the document. */
const css = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--wh-${name}`).trim();

/** antd's derived colours with the console's own neutrals, and a primary colour that keeps its contrast in the dark. */
function algorithmOf(theme: Theme): Algorithm {
  const { primary } = primaryOf(theme);
  const surface = css('surface');
  const towards = theme.dark ? '#ffffff' : '#000000';
  const tint = (share: number): string => mix(surface, primary, share);
  // Derived from a dark colour, antd's own grounds are grey: a warning would look disabled.
  const notice = (kind: string, color: string): Record<string, string> => ({
    [`color${kind}Bg`]: mix(surface, color, 0.1),
    [`color${kind}BgHover`]: mix(surface, color, 0.16),
    [`color${kind}Border`]: mix(surface, color, 0.4),
    [`color${kind}BorderHover`]: mix(surface, color, 0.55),
  });
  const own = {
    colorPrimary: primary,
    colorPrimaryHover: mix(primary, '#ffffff', 0.12),
    colorPrimaryActive: mix(primary, '#000000', 0.14),
    colorPrimaryText: primary,
    colorPrimaryTextHover: mix(primary, towards, 0.15),
    colorPrimaryTextActive: mix(primary, towards, 0.25),
    colorPrimaryBg: tint(0.1),
    colorPrimaryBgHover: tint(0.16),
    colorPrimaryBorder: tint(0.4),
    colorPrimaryBorderHover: tint(0.55),
    colorInfoBg: tint(0.08),
    colorInfoBorder: tint(0.3),
    ...notice('Success', css('success')),
    ...notice('Warning', css('warning')),
    ...notice('Error', css('danger')),
    colorError: css('danger'),
    colorLink: primary,
    colorLinkHover: mix(primary, towards, 0.2),
    colorLinkActive: mix(primary, towards, 0.3),
    colorBgLayout: css('bg'),
    colorBgContainer: surface,
    colorBgElevated: css('raised'),
    colorBorder: css('border'),
    colorBorderSecondary: css('border-soft'),
    colorText: css('text'),
    colorTextSecondary: css('text-2'),
    colorTextTertiary: css('text-3'),
  };
  return (seed) => ({ ...(theme.dark ? antd.darkAlgorithm(seed) : antd.defaultAlgorithm(seed)), ...own });
}

/** antd's sizes are numbers of pixels: those of a 16 px root, for the font size of the user's browser. */
const size = (px: number): number => (px * remPx()) / 16;

/** antd's tokens: dense, calm, borders instead of shadows; one set of CSS variables. */
export function antdTheme(theme: Theme): ThemeConfig {
  const { primary, ink } = primaryOf(theme);
  return {
    cssVar: { key: 'wh' },
    hashed: false,
    algorithm: algorithmOf(theme),
    token: {
      colorPrimary: primary,
      colorInfo: primary,
      colorSuccess: css('success'),
      colorWarning: css('warning'),
      colorError: css('danger'),
      fontFamily: css('font'),
      fontFamilyCode: css('mono'),
      fontSize: size(13),
      lineHeight: 20 / 13,
      controlHeight: size(32),
      sizeUnit: size(4),
      borderRadius: 6,
      motionUnit: 0.06,
      colorTextPlaceholder: css('text-3'),
      colorTextDescription: css('text-3'),
      controlItemBgActive: mix(css('surface'), primary, 0.12),
      controlItemBgHover: css('hover'),
    },
    components: {
      Button: {
        primaryColor: ink,
        dangerColor: inkOn(css('danger')),
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
      },
      Table: {
        headerBg: css('surface-2'),
        headerColor: css('text-2'),
        headerSplitColor: 'transparent',
        headerBorderRadius: 0,
        rowHoverBg: css('hover'),
        cellPaddingBlock: size(8),
        cellPaddingInline: size(12),
        cellPaddingBlockSM: size(6),
        cellPaddingInlineSM: size(8),
      },
      Form: { itemMarginBottom: size(16), verticalLabelPadding: '0 0 4px' },
      Tabs: { horizontalMargin: '0 0 12px' },
      Dropdown: { paddingBlock: size(5) },
      Select: { optionSelectedBg: mix(css('surface'), primary, 0.14) },
      Modal: { titleFontSize: size(15) },
      Segmented: { trackBg: css('hover') },
    },
  };
}
