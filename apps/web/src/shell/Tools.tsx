import {
  BgColorsOutlined,
  BugOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  TranslationOutlined,
} from '@ant-design/icons';
import { Suspense, useState, useSyncExternalStore, type ReactNode } from 'react';
import { setLang, useLang, useTexts, type Lang } from '../i18n/lang.ts';
import { errorLog } from '../lib/error-log.ts';
import { notify } from '../lib/notify.ts';
import { useStore } from '../lib/store.ts';
import { MenuButton } from '../ui/Menu.tsx';
import { Popup } from './Popup.tsx';
import { texts } from './texts.ts';
import { ThemePanel } from './ThemePanel.tsx';
import { dialogPart } from '../ui/part.tsx';

const ErrorLogDialog = dialogPart(() => import('./ErrorLogDialog.tsx'));

/** Full screen, language, theme and error log: in the top bar, on a mobile at the foot of the drawer (`upwards`). */
export function Tools({ upwards = false }: { readonly upwards?: boolean }): ReactNode {
  const t = useTexts(texts);
  return (
    <div className="sh-tools">
      <ErrorLogButton />
      <FullScreenButton />
      <LanguageButton />
      <Popup label={t('themeColor')} icon={<BgColorsOutlined />} upwards={upwards}>
        <ThemePanel />
      </Popup>
    </div>
  );
}

const onFullScreen = (listener: () => void): (() => void) => {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
};

function FullScreenButton(): ReactNode {
  const t = useTexts(texts);
  const full = useSyncExternalStore(onFullScreen, () => document.fullscreenElement !== null);
  const toggle = async (): Promise<void> => {
    try {
      if (!document.fullscreenEnabled) throw new Error('full screen is not available');
      await (full ? document.exitFullscreen() : document.documentElement.requestFullscreen());
    } catch {
      notify.warning(t('noFullScreen'));
    }
  };
  const label = t(full ? 'exitFullScreen' : 'fullScreen');
  return (
    <button type="button" className="sh-tool" aria-label={label} title={label} onClick={() => void toggle()}>
      {full ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
    </button>
  );
}

function LanguageButton(): ReactNode {
  const t = useTexts(texts);
  const lang = useLang();
  const change = (next: Lang): void => {
    if (next === lang) return;
    setLang(next);
    notify.success(t('languageSwitched'));
  };
  return (
    <MenuButton
      className="sh-tool"
      label={t('language')}
      options={[
        { key: 'zh', label: <span lang="zh">中文</span>, checked: lang === 'zh' },
        { key: 'en', label: <span lang="en">English</span>, checked: lang === 'en' },
      ]}
      onSelect={(key) => change(key === 'en' ? 'en' : 'zh')}
    >
      <TranslationOutlined />
    </MenuButton>
  );
}

function ErrorLogButton(): ReactNode {
  const t = useTexts(texts);
  const { length: count } = useStore(errorLog);
  const [open, setOpen] = useState(false);
  const [used, setUsed] = useState(false);
  const show = (): void => {
    setUsed(true);
    setOpen(true);
  };
  return (
    <>
      <button
        type="button"
        className="sh-tool"
        aria-label={count === 0 ? t('errorLog') : t('errorLogCount', { n: count })}
        title={t('errorLog')}
        onClick={show}
      >
        <BugOutlined />
        {count === 0 ? null : (
          <span className="sh-badge" aria-hidden="true">
            {count > 99 ? '99+' : count}
          </span>
        )}
      </button>
      {used ? (
        <Suspense fallback={null}>
          <ErrorLogDialog open={open} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
