import { advertisement } from './advertisement.ts';
import { appLink } from './app-link.ts';
import { appLogRecord } from './app-log-record.ts';
import { appUser } from './app-user.ts';
import { appUserConsent } from './app-user-consent.ts';
import { appUserDevice } from './app-user-device.ts';
import { bleLog } from './ble-log.ts';
import { bluetoothInfo } from './bluetooth-info.ts';
import { bluetoothState } from './bluetooth-state.ts';
import { dealer } from './dealer.ts';
import { dealerStaff } from './dealer-staff.ts';
import { functionClassification } from './function-classification.ts';
import { functionIntroduce } from './function-introduce.ts';
import { functionalFeature } from './functional-feature.ts';
import { guideVideo } from './guide-video.ts';
import { iosReview } from './ios-review.ts';
import { promotion } from './promotion.ts';
import { repairLog } from './repair-log.ts';
import { repairOrder } from './repair-order.ts';
import { repairPart } from './repair-part.ts';
import { replacementRecord } from './replacement-record.ts';
import { serviceAccount } from './service-account.ts';
import { serviceAccountLog } from './service-account-log.ts';

/** Entities of the domain: dealers, owners and what is done for them. A new one is added here, one line. */
export const support = {
  dealer,
  dealerStaff,
  appUser,
  appUserDevice,
  appUserConsent,
  appLink,
  replacementRecord,
  guideVideo,
  functionClassification,
  functionIntroduce,
  functionalFeature,
  iosReview,
  promotion,
  advertisement,
  serviceAccount,
  serviceAccountLog,
  appLogRecord,
  repairOrder,
  repairLog,
  repairPart,
  bluetoothState,
  bluetoothInfo,
  bleLog,
} as const;
