import { codes } from '@wheelhouse/entities/codes';
import { proofOf, yuan } from '../../../proof/define.ts';

/** Draws of boxes whose money went back: what they held is to be had again. */
const given = `select d.activity_id, d.given, count(*) as n from act_raffle_draw d
  where d.given > 0 and not exists (select from ord_blind_box b where b.draw_id = d.id and b.box_state = ${codes.BoxState.refunded} and b.winning_id is null) group by 1, 2`;

/** What the hash of a draw is made of, after the one before it (decision 0040). */
const link = `sha256(d.before || convert_to(d.lane || '|' || d.n || '|' || d.request_no || '|' || d.user_id || '|' || d.nonce || '|' || o.hash || '|' || d.picked
  || '|' || d.given || '|' || d.withheld || '|' || round(extract(epoch from d.time) * 1000)::bigint, 'UTF8'))`;

const chains = proofOf({
  name: 'events.draws',
  label: { zh: '抽奖回执链', en: 'Chains of draws' },
  proves: {
    zh: '每条回执链的长度和末端与记录一致，近两天和抽样的回执能由前一条重新算出。',
    en: 'Every chain of receipts has its length and its head, and the receipts of two days and of a sample follow from the ones before them.',
  },
  checked: 'select count(*) from act_raffle_draw',
  looks: [
    {
      says: { zh: '链的记录为{has}条，回执为{should}条', en: 'The chain counts {has}, there are {should} receipts' },
      entity: 'raffleActivity',
      sql: `select l.activity_id as record, a.activity_no || ' #' || l.lane as name, l.last as has, d.n as should from act_raffle_lane l
        join act_raffle_activity a on a.id = l.activity_id
        cross join lateral (select count(*) as n, coalesce(max(n), 0) as last from act_raffle_draw where activity_id = l.activity_id and lane = l.lane) d
        where l.last <> d.n or l.last <> d.last`,
    },
    {
      says: { zh: '链的末端不是最后一条回执', en: 'The head of the chain is not the last receipt' },
      entity: 'raffleActivity',
      sql: `select l.activity_id as record, a.activity_no || ' #' || l.lane as name from act_raffle_lane l join act_raffle_activity a on a.id = l.activity_id
        join act_raffle_draw d on d.activity_id = l.activity_id and d.lane = l.lane and d.n = l.last where d.hash <> l.head`,
    },
    {
      says: {
        zh: '回执不能由前一条算出：内容或前一条被改过',
        en: 'A receipt does not follow from the one before: one of them was changed',
      },
      entity: 'raffleActivity',
      // The first of a chain follows from the commitment, which the verifier of the receipts file looks at (docs/draws.md).
      sql: `select d.activity_id as record, d.request_no as name from (
          select t.*, b.hash as before from act_raffle_draw t join act_raffle_draw b on b.activity_id = t.activity_id and b.lane = t.lane and b.n = t.n - 1
          where t.time >= now() - interval '2 days' or t.id % 8 = extract(doy from now())::int % 8) d
        join act_raffle_odds o on o.activity_id = d.activity_id and o.version = d.version where d.hash <> ${link}`,
    },
  ],
});

const prizes = proofOf({
  name: 'events.raffles',
  label: { zh: '活动奖品与预算', en: 'Prizes and budgets of events' },
  proves: {
    zh: '奖品的中奖数等于发出该奖品的抽奖数，预算的支出等于其成本，每次中奖都有中奖记录。',
    en: 'A prize is won as often as draws gave it, the budget spent is the cost of that, and each win has its record.',
  },
  checked: 'select count(*) from act_raffle_prize',
  looks: [
    {
      says: {
        zh: '第{has}项的记录与抽奖不符：抽奖发出{should}件',
        en: 'Row and number won {has}; draws gave {should}',
      },
      entity: 'raffleActivity',
      sql: `select p.activity_id as record, a.activity_no as name, p.sort || ': ' || p.won as has, coalesce(d.n, 0) as should from act_raffle_prize p
        join act_raffle_activity a on a.id = p.activity_id
        left join (${given}) d on d.activity_id = p.activity_id and d.given = p.sort
        where p.won <> coalesce(d.n, 0)`,
    },
    {
      says: { zh: '已用预算¥{has}，中奖成本¥{should}', en: 'The budget spent is ¥{has}, what was won costs ¥{should}' },
      entity: 'raffleActivity',
      sql: `select s.activity_id as record, a.activity_no as name, ${yuan('s.spent_fen')} as has, ${yuan('p.fen')} as should from act_raffle_state s
        join act_raffle_activity a on a.id = s.activity_id
        cross join lateral (select coalesce(sum(won * cost_fen), 0) as fen from act_raffle_prize where activity_id = s.activity_id) p where s.spent_fen <> p.fen`,
    },
    {
      says: { zh: '中奖的抽奖没有中奖记录', en: 'A draw that won has no record of it' },
      entity: 'raffleActivity',
      sql: `select d.activity_id as record, d.request_no as name from act_raffle_draw d left join act_winning_record w on w.id = d.winning_id
        where d.winning_id is not null and (w.id is null or w.user_id <> d.user_id)`,
    },
    {
      says: {
        zh: '用户抽奖/中奖为{has}，回执为{should}',
        en: 'The user has drawn, won {has}; the receipts say {should}',
      },
      entity: 'raffleActivity',
      sql: `select u.activity_id as record, a.activity_no as name, u.draws || ' / ' || u.wins as has, d.n || ' / ' || d.won as should from act_raffle_user u
        join act_raffle_activity a on a.id = u.activity_id
        left join (select activity_id, user_id, count(*) as n, count(*) filter (where given > 0) as won from act_raffle_draw group by 1, 2) d
          on d.activity_id = u.activity_id and d.user_id = u.user_id
        where (u.draws, u.wins) <> (coalesce(d.n, 0), coalesce(d.won, 0))`,
    },
  ],
});

export const drawProofs = [chains, prizes];
