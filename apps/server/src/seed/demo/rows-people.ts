import type { Mask } from '@wheelhouse/entities/fields';
import type { Secrets } from '../../config.ts';
import { seal } from '../../entity/seal.ts';
import { after, day, later, officeTime } from './clock.ts';
import type { CopyRow } from './copy.ts';
import { qaList } from './access/qa.ts';
import { marks, type Pictures } from './vehicles/rows-vehicles.ts';
import type { World } from './world.ts';

/** The three columns of a private value. */
export function sealed(secrets: Secrets, name: string, mask: Mask, value: string | null): CopyRow {
  const made = value === null ? null : seal(secrets, mask, value);
  return {
    [`${name}_enc`]: made?.enc ?? null,
    [`${name}_hash`]: made?.hash ?? null,
    [`${name}_mask`]: made?.mask ?? null,
  };
}

export interface PeopleOptions {
  readonly secrets: Secrets;
  readonly pictures: Pictures;
  readonly admin: string | null;
  /** Codes there are; a dealer of another one belongs to headquarters. */
  readonly organizations: ReadonlySet<string>;
}

/** Levels of dealers, leaders first, so that a reference never points ahead. */
export function dealerRows(
  { now, dealers, models }: World,
  { secrets, pictures, admin, organizations }: PeopleOptions,
): CopyRow[] {
  const modelId = new Map(models.map(({ code, id }) => [code, id]));
  return dealers.map((d) => {
    const photo = pictures.shop(d.photo);
    return {
      id: d.id,
      dealer_code: d.code,
      name: d.name,
      short_name: d.shortName,
      dealer_type: d.type,
      level: d.level,
      parent_id: d.parent?.id ?? null,
      organization_code: organizations.has(d.city.organization) ? d.city.organization : 'HQ',
      uscc: d.uscc,
      sap_customer_code: d.sapCustomerCode,
      legal_person: d.legalPerson,
      ...sealed(secrets, 'contact_name', 'name', d.contactName),
      ...sealed(secrets, 'contact_mobile', 'mobile', d.contactMobile),
      service_phone: d.servicePhone,
      province_id: d.city.provinceId,
      city_id: d.city.id,
      district_id: d.site.districtId,
      address: d.address,
      lng: d.lng,
      lat: d.lat,
      business_hours: JSON.stringify(d.businessHours),
      service_items: d.services,
      brands: d.brands,
      vehicle_type_ids: d.models.flatMap((code) => modelId.get(code) ?? []),
      photos: photo === null ? null : [photo],
      license_image: null,
      contract_start: d.contractStart,
      contract_end: d.contractEnd,
      show_in_app: d.showInApp,
      sort: d.sort,
      remark: d.remark,
      status: d.status,
      ...marks(
        now,
        admin,
        d.createTime,
        officeTime(now, (d.photo * 37 + d.code.charCodeAt(6) * 11) % 200, Number(d.code.slice(4))),
      ),
    };
  });
}

export function userRows({ now, users }: World, { secrets, pictures }: PeopleOptions): CopyRow[] {
  return users.map((u) => ({
    id: u.id,
    avatar: u.avatar === null ? null : pictures.avatar(u.avatar),
    nickname: u.nickname,
    ...sealed(secrets, 'mobile', 'mobile', u.mobile),
    ...sealed(secrets, 'real_name', 'name', u.realName),
    ...sealed(secrets, 'id_number', 'idNumber', u.idNumber),
    gender: u.gender,
    birthday: u.birthday,
    city_id: u.city.id,
    ...sealed(secrets, 'address', 'address', u.address),
    ...sealed(secrets, 'emergency_name', 'name', u.emergencyName),
    ...sealed(secrets, 'emergency_mobile', 'mobile', u.emergencyMobile),
    remark: u.remark,
    real_name_status: u.realNameStatus,
    register_channel: u.channel,
    client_os: u.os,
    app_version: u.appVersion,
    register_time: u.registered,
    last_active_time: u.lastActive,
    frozen_until: u.frozenUntil,
    status_reason: u.statusReason,
    status: u.status,
    deletion_time: u.status === 3 ? u.lastActive : null,
    test_account: 0,
    ...marks(now, null, u.registered, later(u.registered, u.lastActive)),
  }));
}

export function bindingRows({ now, bindings }: World): CopyRow[] {
  return bindings.map((b) => ({
    vehicle_id: b.vehicle.id,
    user_id: b.user.id,
    bind_type: b.type,
    status: b.until === null ? 1 : 0,
    bind_time: b.from,
    unbind_time: b.until,
    channel: b.channel,
    key_version: b.keyVersion,
    expire_time: b.expires,
    ...marks(now, null, b.from, b.until ?? b.from),
  }));
}

export function bindingLogRows({ now, steps }: World, admin: string | null): CopyRow[] {
  return steps.map((s) => ({
    vehicle_id: s.vehicle.id,
    user_id: s.user.id,
    action: s.action,
    channel: s.channel,
    operator_id: s.byStaff ? admin : null,
    reason: s.reason,
    application_no: null,
    // The city is kept for half a year.
    city_id: s.time > after(now, -180 * day) ? s.user.city.id : null,
    odometer_km: s.vehicle.activated
      ? Math.round(((s.time.getTime() - s.vehicle.activated.getTime()) / day) * s.vehicle.kmPerDay * 9) / 10
      : null,
    ...marks(now, s.byStaff ? admin : null, s.time),
  }));
}

export function qaRows({ now }: World, admin: string | null): CopyRow[] {
  return qaList.map((qa, at) => ({
    question: qa.question.zh,
    question_en: qa.question.en,
    answer: qa.answer.zh,
    answer_en: qa.answer.en,
    category: qa.category,
    route_name: qa.route,
    sort: (at + 1) * 10,
    enabled: 1,
    ...marks(now, admin, officeTime(now, 300 - at * 6, at), officeTime(now, 80 - at * 2, at + 50)),
  }));
}
