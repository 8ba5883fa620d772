import type { LoginId } from '#core/ids.ts'
import { sql, type Statement } from './sql.ts'

/**
 * The login in this column as it compares with `loginId`: that one itself where both are or were of one member, who got another
 * login with another phone.
 */
export const asOwnLogin = (column: Statement, loginId: LoginId): Statement =>
  sql`case when app.is_same_person(${column}, ${loginId}) then ${loginId}::uuid else ${column} end`
