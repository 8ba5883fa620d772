import type { loginCooperative as contract } from '#features/access/login/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import { hasEnded, permissionsOf } from '#core/actor.ts'
import { dayIn, dayText } from '#core/calendar.ts'
import { refuse } from '#core/refusal.ts'
import type { Caller, Context } from '#platform/context.ts'
import { refusePublished } from '#platform/credentials/sample-passwords.ts'
import type { Tx } from '#platform/db/tx.ts'
import { checkPassword, refuseGuessing } from './check-password.ts'
import { openSession } from './open-session.ts'
import { startSecondStep } from './start-second-step.ts'
import {
  type CooperativeRow,
  findAudit,
  findCooperativeLogin,
  findSessionCooperative,
  type LoginRow,
} from './queries.ts'

export async function loginCooperative(
  context: Context,
  caller: Caller,
  { identifier, password, keepSignedIn = false }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  const { database, now } = context
  refuseGuessing(context, caller)
  const found = await database.auth((tx) => findCooperativeLogin(tx, identifier))
  const login = await checkPassword(context, caller, found, {
    identifier,
    password,
    cost: 'officer',
    unknown: 'cooperative_not_found',
  })
  refusePublished(context, password)
  return database.auth(
    async (tx) =>
      (await startSecondStep(tx, caller, now, login, keepSignedIn)) ??
      openCooperativeSession(tx, caller, now, login, keepSignedIn),
  )
}

/** Opens the session of a cooperative whose login has been proved, with its second factor where it has one. Refuses: cooperative_suspended, cooperative_rejected, office_ended. */
export async function openCooperativeSession(
  tx: Tx,
  caller: Caller,
  now: Date,
  login: LoginRow,
  keepSignedIn: boolean,
) {
  const { cooperativeId } = login
  if (!cooperativeId) throw new Error(`Login ${login.loginId} has no cooperative`)
  const cooperative = (await findSessionCooperative(tx, cooperativeId)) ?? refuse('cooperative_not_found')
  if (cooperative.status === 'suspended') refuse('cooperative_suspended')
  if (cooperative.status === 'rejected') refuse('cooperative_rejected')
  const office = login.kind === 'auditor' ? await auditOf(tx, login, now) : undefined
  const tokens = await openSession(tx, caller, now, {
    loginId: login.loginId,
    role: 'coop_admin',
    cooperativeId,
    memberId: null,
    keepSignedIn,
  })
  const named = login.actsAs === login.name ? {} : { actsAs: login.actsAs }
  return { cooperative: { ...sessionCooperativeFrom(cooperative), ...named, ...office }, ...tokens }
}

/** What an external auditor's session opens. Refuses: office_ended. */
async function auditOf(tx: Tx, login: LoginRow, now: Date) {
  const { endsOn, endedAt } = await findAudit(tx, login)
  if (endedAt !== null || hasEnded(endsOn, dayIn(now)))
    refuse('office_ended', { on: dayText(endedAt === null ? endsOn : dayIn(endedAt)) })
  return { office: 'external_auditor' as const, permissions: permissionsOf('external_auditor') }
}

function sessionCooperativeFrom({ cooperativeId: id, coopId: coop_id, name, phone, email, status }: CooperativeRow) {
  return { id, coop_id, name, phone, email, status }
}
