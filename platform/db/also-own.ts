import { sql, type Statement } from './sql.ts'

/**
 * `alsoOwn` of the actor behind login `l` at this cooperative, null of any login but the cooperative's own. The two look-ups come first,
 * because every request asks and few cooperatives have a person behind their login.
 */
export const alsoOwn = (cooperative: Statement): Statement => sql`
  case when l.kind = 'cooperative' and (exists (select from app.member p where p.cooperative_id = ${cooperative} and p.phone = l.phone and p.removed_at is null)
    or exists (select from platform.former_login f where f.cooperative_id = ${cooperative} and f.login_id = l.login_id)) then app.also_own(${cooperative}, l.login_id) end`
