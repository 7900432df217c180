import type { RaffleDetail } from '@wheelhouse/contract/calls/events/raffles';
import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import type { Random } from '../random.ts';
import type { Session } from './session.ts';
import { homes, surnames } from './words.ts';

const { running } = machines['SM-Raffle'].states;
const { toClaim } = machines['SM-Winning'].states;
const { arScan, arPlace, blindBox } = codes.RaffleType;
/** In one go; the platform takes more than five a minute for a machine. */
const mostDraws = 3;

const letters = '0123456789abcdefghijklmnopqrstuvwxyz';
/** A request's own number. */
export const tokenOf = (random: Random, length: number): string =>
  Array.from({ length }, () => letters[random.int(0, letters.length - 1)]).join('');

/** What a scan says: a mark that the phone knows again, or where it is. */
function scanOf({ id, type, ar }: RaffleDetail, random: Random) {
  if (type === arScan) {
    const marks = ar?.targetUrls.length ?? 0;
    return { activityId: id, ...(marks > 0 && { targetIndex: random.int(0, marks - 1) }) };
  }
  const places = ar?.points ?? [];
  if (places.length === 0) return undefined;
  const { lng, lat } = random.pick(places);
  return { activityId: id, lng, lat };
}

/** Draws in an event that runs, as often as it is allowed: first a scan, where the event asks for one. */
export async function drawPrizes({ ask, phone, random }: Session): Promise<void> {
  const events = (await ask('GET /app/v1/raffle/list', {})).filter(
    ({ status, type }) => status === running && type !== blindBox,
  );
  if (events.length === 0) return;
  const event = await ask('GET /app/v1/raffle/detail', { id: random.pick(events).id });
  if (event.eligible === 0) return;
  const needsScan = event.type === arScan || event.type === arPlace;
  for (let left = Math.min(event.leftTimes, mostDraws); left > 0; left--) {
    const scan = needsScan ? scanOf(event, random) : undefined;
    if (needsScan && scan === undefined) return;
    const { ticket } = scan === undefined ? {} : await ask('POST /app/v1/raffle/scan', scan);
    const { leftTimes } = await ask('POST /app/v1/raffle/draw', {
      activityId: event.id,
      requestId: tokenOf(random, 24),
      nonce: tokenOf(random, 16),
      deviceId: phone.deviceToken,
      ...(ticket !== undefined && { ticket }),
    });
    if (leftTimes === 0) return;
  }
}

/** Says where to what they have won; an owner who does not will be too late. */
export async function claimPrizes({ ask, phone, random }: Session): Promise<void> {
  const won = await ask('GET /app/v1/prize/mine', { status: String(toClaim) });
  for (const { recordNo, deliveryMode, needsIdNumber } of won) {
    // What is taxed asks for an identity card: nobody here has one.
    if (needsIdNumber) continue;
    const home = random.pick(homes);
    if (deliveryMode === codes.DeliveryMode.pickUp) {
      const [dealer] = await ask('GET /app/v1/dealer/nearby', { lng: home.lng, lat: home.lat, radiusKm: '50' });
      if (dealer !== undefined) await ask('POST /app/v1/prize/claim', { recordNo, dealerId: dealer.id });
      continue;
    }
    const { provinceId, cityId, districtId, street } = home;
    await ask('POST /app/v1/prize/claim', {
      recordNo,
      address: {
        receiver: `${random.pick(surnames)}${random.pick(['先生', '女士'])}`,
        mobile: phone.mobile,
        provinceId,
        cityId,
        districtId,
        address: `${street}${random.int(1, 400)}号`,
      },
    });
  }
}
