import { hkdfSync } from 'node:crypto';
import { codes } from '@wheelhouse/entities/codes';
import type { App } from '../../../http/context.ts';
import { sandboxOf } from '../../partner/sandbox-server.ts';
import { ApplePay } from './apple.ts';
import { startAppleSandbox } from './sandbox.ts';

type AppleApp = Pick<App, 'config' | 'db' | 'pool' | 'secrets'>;

/** The stand-in of this process, with what opens it. */
export const appleSandbox = sandboxOf((app: AppleApp) =>
  startAppleSandbox(app, {
    moves: !app.config.production,
    seed: Buffer.from(hkdfSync('sha256', app.secrets.sealKey, '', 'wheelhouse app store', 32)),
    noticeUrl: `${app.config.publicUrl ?? `http://127.0.0.1:${app.config.port}`}/pay/v1/callback/${codes.PayChannel.apple}`,
  }),
);

/** The App Store of this installation: the app of APPLE_PAY_BUNDLE_ID, or a sandbox on this machine. */
export async function applePayOf(app: AppleApp): Promise<ApplePay> {
  const account = app.config.pay.apple;
  return account === undefined
    ? new ApplePay({ db: app.db, account: (await appleSandbox(app)).account, isSandbox: true })
    : new ApplePay({ db: app.db, account, isSandbox: false });
}
