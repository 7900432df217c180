import { f } from '../fields.ts';
import { defineStatistic, type Part } from './define.ts';
import { clockDimensions, commonFilters, same } from './filters.ts';

const filters = same('seriesId', 'vehicleTypeId', 'dealerId', 'cityId');
const people = (part: Omit<Part, 'measures' | 'people'>): Part => ({ ...part, measures: ['owners'], people: true });

/** Who the owners are, in numbers alone (catalogue 11, §7): those with a vehicle at the end of the days. */
export const ownerStatistics = defineStatistic({
  name: 'owner',
  route: 'vehicleOwnerStructureAnalysis',
  base: '/stat/crm/owner',
  filters: commonFilters,
  people: true,
  sources: {
    owner: { filters },
    ownerBegin: { at: 'time', filters: same('cityId') },
    trip: { at: 'time', filters },
  },
  measures: {
    owners: { label: { zh: '车主', en: 'Owners' }, source: 'owner', value: { by: 'distinct', of: 'userId' } },
    newOwners: { label: { zh: '新车主', en: 'New owners' }, source: 'ownerBegin', better: 'more' },
    multi: {
      label: { zh: '多车车主', en: 'With several vehicles' },
      source: 'owner',
      value: { by: 'distinct', of: 'multiUserId' },
    },
    repeat: {
      label: { zh: '复购车主', en: 'Bought again' },
      source: 'owner',
      value: { by: 'distinct', of: 'repeatUserId' },
    },
    repeatRate: {
      label: { zh: '复购率', en: 'Repeat purchase' },
      help: { zh: '首次激活30天后再激活一辆', en: 'A second activation more than 30 days after the first' },
      ratio: ['repeat', 'owners'],
      kind: 'percent',
      better: 'more',
    },
    lost: {
      label: { zh: '流失车主', en: 'Lost owners' },
      source: 'owner',
      value: { by: 'distinct', of: 'lostUserId' },
    },
    lostRate: {
      label: { zh: '流失率', en: 'Churn' },
      help: { zh: '90天内未骑行也未使用APP', en: 'Neither a trip nor the app for 90 days' },
      ratio: ['lost', 'owners'],
      kind: 'percent',
      better: 'less',
    },
    trips: { label: { zh: '行程', en: 'Trips' }, source: 'trip' },
    tripDays: {
      label: { zh: '有行程的天数', en: 'Days with trips' },
      source: 'trip',
      value: { by: 'distinct', of: 'day' },
    },
    tripsPerDay: { label: { zh: '日均行程', en: 'Trips a day' }, ratio: ['trips', 'tripDays'], decimals: 1 },
    tripKm: {
      label: { zh: '里程', en: 'Distance' },
      source: 'trip',
      value: { by: 'sum', of: 'km' },
      unit: { zh: 'km', en: 'km' },
    },
    kmPerTrip: {
      label: { zh: '次均里程', en: 'Distance a trip' },
      ratio: ['tripKm', 'trips'],
      unit: { zh: 'km', en: 'km' },
      decimals: 1,
    },
  },
  dimensions: {
    ...clockDimensions,
    gender: { label: { zh: '性别', en: 'Gender' }, as: f.dict('Gender') },
    age: { label: { zh: '年龄', en: 'Age' }, as: f.int(), bands: [17, 25, 30, 35, 40, 50] },
    city: { label: { zh: '城市', en: 'City' }, as: f.area(2), column: 'cityId' },
    cityTier: { label: { zh: '城市等级', en: 'City tier' }, as: f.dict('CityTier'), all: true },
    vehicleTypeId: { label: { zh: '车型', en: 'Model' }, as: f.ref('vehicleType') },
    vehicleAge: { label: { zh: '车龄(天)', en: 'Days since activation' }, as: f.int(), bands: [30, 90, 180, 365, 730] },
    clientOs: { label: { zh: '手机系统', en: 'Phone system' }, as: f.dict('ClientOs') },
    phoneBrand: { label: { zh: '手机品牌', en: 'Phone brand' }, as: f.text() },
    activity: {
      label: { zh: '30天活跃天数', en: 'Active days of 30' },
      as: f.int(),
      bands: [0, 4, 14],
    },
    kmPerDay: { label: { zh: '日均里程(km)', en: 'km a day' }, as: f.decimal(), bands: [5, 10, 20, 30, 50] },
  },
  cards: ['owners', 'newOwners', 'multi', 'repeatRate', 'lostRate'],
  groups: {
    call: 'structure',
    parts: {
      gender: people({ title: { zh: '性别', en: 'Gender' }, chart: 'bars', by: ['gender'] }),
      age: people({ title: { zh: '年龄', en: 'Age' }, chart: 'bars', by: ['age'] }),
      city: people({ title: { zh: '城市', en: 'Cities' }, chart: 'map', by: ['city'] }),
      tier: people({
        title: { zh: '城市等级', en: 'City tiers' },
        note: { zh: '各城市的等级在数据字典中设置', en: 'The dictionary says which city is of which tier' },
        chart: 'bars',
        by: ['cityTier'],
      }),
      model: people({ title: { zh: '车型', en: 'Models' }, chart: 'bars', by: ['vehicleTypeId'], top: 20 }),
      modelGender: people({
        title: { zh: '车型与性别', en: 'Models and gender' },
        chart: 'matrix',
        by: ['vehicleTypeId', 'gender'],
      }),
      modelAge: people({
        title: { zh: '车型与年龄', en: 'Models and age' },
        chart: 'matrix',
        by: ['vehicleTypeId', 'age'],
      }),
      vehicleAge: people({ title: { zh: '车龄', en: 'Age of vehicles' }, chart: 'bars', by: ['vehicleAge'] }),
      os: people({ title: { zh: '手机系统', en: 'Phone systems' }, chart: 'bars', by: ['clientOs'] }),
      brand: people({ title: { zh: '手机品牌', en: 'Phone brands' }, chart: 'bars', by: ['phoneBrand'], top: 20 }),
      activity: people({
        title: { zh: '活跃度', en: 'Activity' },
        note: { zh: '30天内用APP或骑行的天数', en: 'Days with the app or a trip, of the last 30' },
        chart: 'bars',
        by: ['activity'],
      }),
      habit: people({ title: { zh: '日均里程', en: 'Distance a day' }, chart: 'bars', by: ['kmPerDay'] }),
      dayKind: {
        title: { zh: '工作日与周末骑行', en: 'Trips on weekdays and weekends' },
        chart: 'bars',
        by: ['dayKind'],
        measures: ['trips', 'tripsPerDay', 'kmPerTrip'],
      },
      hour: {
        title: { zh: '骑行时段', en: 'Hours of trips' },
        chart: 'heat',
        by: ['weekday', 'hour'],
        measures: ['trips'],
      },
    },
  },
});
