import { theme as antd, type ThemeConfig } from 'antd';
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
      fontSize: 13,
      lineHeight: 20 / 13,
      controlHeight: 32,
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
        cellPaddingBlock: 8,
        cellPaddingInline: 12,
        cellPaddingBlockSM: 6,
        cellPaddingInlineSM: 8,
      },
      Form: { itemMarginBottom: 16, verticalLabelPadding: '0 0 4px' },
      Tabs: { horizontalMargin: '0 0 12px' },
      Dropdown: { paddingBlock: 5 },
      Select: { optionSelectedBg: mix(css('surface'), primary, 0.14) },
      Modal: { titleFontSize: 15 },
      Segmented: { trackBg: css('hover') },
    },
  };
}
