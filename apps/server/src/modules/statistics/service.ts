/** What other modules, and the sample data, may use of statistics. */
export { buildDays, dayTables } from './days/build.ts';
