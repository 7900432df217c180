import './theme/tokens.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchConnection } from './api/connection.ts';
import { Entry } from './Entry.tsx';
import { getLang, setLang } from './i18n/lang.ts';
import { startErrorLog } from './lib/error-log.ts';
import { startFocus } from './lib/focus.ts';
import { PartError } from './ui/part.tsx';
import { watchStyles } from './lib/styles.ts';
import { startTheme } from './theme/theme.ts';

startErrorLog();
startFocus();
watchConnection();
watchStyles();
startTheme();
setLang(getLang());

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root, {
  onUncaughtError: (error) => window.reportError(error),
  onCaughtError: (error) => {
    // Code that could not be fetched says so in its place. Anything else its boundary logs first, with the place.
    if (!(error instanceof PartError)) queueMicrotask(() => window.reportError(error));
  },
}).render(
  <StrictMode>
    <Entry />
  </StrictMode>,
);
