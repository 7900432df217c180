import type { EntityName } from '@wheelhouse/entities/registry';
import type { OverrideOf } from '../entity-ui/override.ts';

interface Loaders<Name extends EntityName> {
  /** For the entity's list and forms, and its detail page when `detail` says nothing. */
  readonly all?: () => Promise<OverrideOf<Name>>;
  /** For its detail page: what a list need not load. */
  readonly detail?: () => Promise<OverrideOf<Name>>;
}

/** What pages of an entity do differently, fetched with the first of them. Entities without a line need none. */
export const overrides: { readonly [Name in EntityName]?: Loaders<Name> } = {
  activityMessage: {
    all: async () => (await import('./campaign/campaign.tsx')).campaignOverride,
    detail: async () => (await import('./campaign/campaign.tsx')).campaignDetailOverride,
  },
  advertisement: {
    all: async () => (await import('./ads/ads.tsx')).advertisementOverride,
    detail: async () => (await import('./ads/ads.tsx')).advertisementDetailOverride,
  },
  alarmTemplate: { all: async () => (await import('./template/template.tsx')).alarmTemplateOverride },
  appLogRecord: { all: async () => (await import('./applog/applog.tsx')).appLogOverride },
  appTheme: { all: async () => (await import('./theme/theme.tsx')).themeOverride },
  appUser: { detail: async () => (await import('./appuser/appuser.tsx')).appUserOverride },
  appVersion: { all: async () => (await import('./appversion/appversion.tsx')).appVersionOverride },
  battery: {
    all: async () => (await import('./battery/battery.tsx')).batteryOverride,
    detail: async () => (await import('./battery/battery-detail.tsx')).batteryDetailOverride,
  },
  batteryBinding: { all: async () => (await import('./battery/history.tsx')).batteryHistoryOverride },
  bluetoothInfo: { all: async () => (await import('./ble/ble.tsx')).bluetoothInfoOverride },
  bluetoothSetup: { all: async () => (await import('./bluetooth/bluetooth.tsx')).bluetoothSetupOverride },
  changeRequest: { all: async () => (await import('./changes/changes.tsx')).changeRequestOverride },
  dealer: {
    all: async () => (await import('./dealer/dealer.tsx')).dealerOverride,
    detail: async () => (await import('./dealer/dealer.tsx')).dealerDetailOverride,
  },
  dealerUser: { all: async () => (await import('./accounts/overrides.ts')).dealerAccountOverride },
  ecu: { detail: async () => (await import('./ecu/ecu.tsx')).ecuOverride },
  faq: {
    all: async () => (await import('./faq/faq.tsx')).faqOverride,
    detail: async () => (await import('./faq/faq.tsx')).faqDetailOverride,
  },
  feedback: { all: async () => (await import('./feedback/feedback.tsx')).feedbackOverride },
  firmware: {
    all: async () => (await import('./firmware/firmware.tsx')).firmwareOverride,
    detail: async () => (await import('./firmware/firmware.tsx')).firmwareDetailOverride,
  },
  firmwareOld: {
    all: async () => (await import('./firmware/firmware.tsx')).firmwareOldOverride,
    detail: async () => (await import('./firmware/firmware.tsx')).firmwareOldDetailOverride,
  },
  functionIntroduce: { all: async () => (await import('./guide/functions.tsx')).functionIntroduceOverride },
  guideVideo: { all: async () => (await import('./guide/guide.tsx')).guideVideoOverride },
  iosReview: { all: async () => (await import('./guide/ios-review.tsx')).iosReviewOverride },
  otaTask: { all: async () => (await import('./ota/task.tsx')).otaTaskOverride },
  otaTaskOld: {
    all: async () => (await import('./ota/old/task.tsx')).otaTaskOldOverride,
    detail: async () => (await import('./ota/old/task.tsx')).otaTaskOldDetailOverride,
  },
  otaEquipment: { all: async () => (await import('./otaequipment/otaequipment.tsx')).otaEquipmentOverride },
  promotion: { all: async () => (await import('./promotion/promotion.tsx')).promotionOverride },
  serviceAccount: { all: async () => (await import('./service/service.tsx')).serviceAccountOverride },
  serviceAccountLog: { all: async () => (await import('./service/service.tsx')).serviceAccountLogOverride },
  replacementRecord: { all: async () => (await import('./replacement/replacement.tsx')).replacementOverride },
  repairOrder: { all: async () => (await import('./repair/repair.tsx')).repairOverride },
  serviceTemplate: { all: async () => (await import('./template/template.tsx')).serviceTemplateOverride },
  simCard: {
    all: async () => (await import('./sim/sim.tsx')).simCardOverride,
    detail: async () => (await import('./sim/sim.tsx')).simCardDetailOverride,
  },
  simOperation: { all: async () => (await import('./sim/sim.tsx')).simOperationOverride },
  soundEffect: { all: async () => (await import('./sound/sound.tsx')).soundOverride },
  stolenCase: { all: async () => (await import('./theft/override.tsx')).stolenCaseOverride },
  sysUser: {
    all: async () => (await import('./accounts/overrides.ts')).operatorOverride,
    detail: async () => (await import('./accounts/overrides.ts')).operatorDetailOverride,
  },
  serviceMessage: {
    all: async () => (await import('./reminder/reminder.tsx')).reminderOverride,
    detail: async () => (await import('./reminder/reminder.tsx')).reminderDetailOverride,
  },
  systemMessage: {
    all: async () => (await import('./notice/notice.tsx')).noticeOverride,
    detail: async () => (await import('./notice/notice.tsx')).noticeDetailOverride,
  },
  unbindApplication: { all: async () => (await import('./unbind/unbind.tsx')).unbindOverride },
  userTag: {
    all: async () => (await import('./usertag/usertag.tsx')).userTagOverride,
    detail: async () => (await import('./usertag/usertag.tsx')).userTagDetailOverride,
  },
  vehicle: {
    all: async () => (await import('./vehicle/vehicle.tsx')).vehicleOverride,
    detail: async () => (await import('./vehicle/vehicle-detail.tsx')).vehicleDetailOverride,
  },
  vehicleImage: { all: async () => (await import('./model/image.tsx')).imageOverride },
  vehicleType: {
    all: async () => (await import('./model/model.tsx')).modelOverride,
    detail: async () => (await import('./model/model.tsx')).modelDetailOverride,
  },
  vehicleXp: { all: async () => (await import('./xp/xp.tsx')).xpOverride },
  virtualVin: { all: async () => (await import('./virtual/virtual.ts')).virtualOverride },
};
