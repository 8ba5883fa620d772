import { sql, type Statement } from './sql.ts'

/**
 * Of member `m`: the membership is over, or the society knows that they died and has not settled it yet. They are on no roll and get
 * no notice, no reminder and no charge; whatever chooses active members leaves them out already, because their status is another.
 */
export const hasLeftOrDied = sql`(m.left_on is not null or exists (
  select from app.leaving v where v.cooperative_id = m.cooperative_id and v.member_id = m.member_id and v.reason = 'death' and v.status in ('open', 'waiting')))`

/** Of member `m`: active, or made inactive only after that moment, by officers who knew of the vote by then. */
export const wasActiveAt = (moment: Statement) =>
  sql`(m.status = 'active' or (m.status = 'inactive' and coalesce(m.inactive_since > ${moment}, false)))`

/** Of member `m`: the roles that open anything today. An officer who is not active holds none: app.deciders does not count them either. */
export const rolesInForce = sql`case when m.status = 'active' or m.roles is null then m.roles else '{member}' end`
