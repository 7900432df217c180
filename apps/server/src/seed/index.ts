import type { App } from '../http/context.ts';
import { calls } from '../modules/index.ts';
import { seedAlarmRules } from './alarms/alarms.ts';
import { demoPassword, seedAccess, seedDemoAccounts } from './access/access.ts';
import { seedDebugCommands } from './control/debug-commands.ts';
import { seedDemo } from './demo/index.ts';
import { seedLinks } from './content/links.ts';
import { seedTemplates } from './templates/templates.ts';
import { seedReference } from './reference/reference.ts';
import { handOverToSimulator } from './simulator.ts';

/**
 * First data of an installation; run at every start, changes nothing that is there. With SEED=demo also a fleet to look at, and the vehicles
 * of the simulator.
 */
export async function seed(app: App): Promise<{ adminPassword?: string; notes?: readonly string[] }> {
  await seedReference(app);
  await seedDebugCommands(app);
  const made = await seedAccess(app, calls);
  await seedTemplates(app);
  await seedAlarmRules(app);
  await seedLinks(app);
  if (app.config.seed === 'demo') {
    const started = Date.now();
    // Accounts of dealers wait for their dealers.
    if (await seedDemo(app)) await seedDemoAccounts(app);
    app.log.info({ simulated: await handOverToSimulator(app), ms: Date.now() - started }, 'demo data is there');
  }
  if (app.config.seed !== 'demo') return made;
  return {
    ...made,
    notes: [
      `Sample accounts, all with the password ${demoPassword}: ops.lin, zhang.wei (customer service), after.sun, ota.chen, quality.wu, market.he, sim.gao, finance.xu, auditor.tang, dealer.pudong`,
    ],
  };
}
