import { ensureConsole } from './console.ts';

// npm run build:console: the console's files in apps/web/dist, for images and packages. `npm start` does the same where they are missing or old.

await ensureConsole();
