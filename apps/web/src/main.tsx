import './theme/tokens.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Entry } from './Entry.tsx';
import { getLang, setLang } from './i18n/lang.ts';
import { startErrorLog } from './lib/error-log.ts';
import { startTheme } from './theme/theme.ts';

/** A new release removed the chunks this page was built with: load it again, once. */
const reloadedKey = 'reloaded-for-release';
window.addEventListener('vite:preloadError', (event) => {
  if (sessionStorage.getItem(reloadedKey) !== null) return;
  event.preventDefault();
  sessionStorage.setItem(reloadedKey, '1');
  location.reload();
});

startErrorLog();
startTheme();
setLang(getLang());

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root, { onUncaughtError: (error) => window.reportError(error) }).render(
  <StrictMode>
    <Entry />
  </StrictMode>,
);
