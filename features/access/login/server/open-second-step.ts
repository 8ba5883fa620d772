import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { openSecondStep as contract } from '#features/access/login/second-factors.ts'
import { type Refusal, refuse } from '#core/refusal.ts'
import type { Caller, Context } from '#platform/context.ts'
import { tokenHash } from '#platform/credentials/tokens.ts'
import type { Tx } from '#platform/db/tx.ts'
import { checkCode } from './check-code.ts'
import { checkPasskey } from './check-passkey.ts'
import { refuseGuessing } from './check-password.ts'
import { openCooperativeSession } from './login-cooperative.ts'
import { openMemberSession } from './login-member.ts'
import { openSuperAdminSession } from './login-super-admin.ts'
import { findLogin, findTicket, lockLogin, type LoginRow } from './queries.ts'
import { spendTicket } from './store.ts'

/** Opens the session of a login whose first step is done. Refuses: second_step_expired, whatever checkCode and checkPasskey refuse, and what closes the login. */
export async function openSecondStep(
  context: Context,
  caller: Caller,
  { ticket, code, passkey }: Parsed<typeof contract>,
): Promise<Replied<typeof contract> | Refusal> {
  const { database, now } = context
  refuseGuessing(context, caller)
  const { signIn: browser } = caller
  if (browser === undefined) return refuse('second_step_expired')
  return database.auth(async (tx) => {
    const started = (await findTicket(tx, tokenHash(ticket), tokenHash(browser), now)) ?? refuse('second_step_expired')
    // Locked as by a change of the password, which would make the ticket worthless.
    await lockLogin(tx, started.loginId)
    const login = await findLogin(tx, started.loginId)
    const refusal = passkey
      ? await checkPasskey(tx, context, caller, login, passkey, { purpose: 'login', boundTo: ticket })
      : await checkCode(tx, context, caller, login, code ?? '')
    if (refusal) return refusal
    if (!(await spendTicket(tx, tokenHash(ticket)))) refuse('second_step_expired')
    return {
      cooperative: null,
      member: null,
      memberships: [],
      superAdmin: null,
      ...(await openSession(tx, context, caller, login, started.keep)),
    }
  })
}

function openSession(tx: Tx, context: Context, caller: Caller, login: LoginRow, keep: boolean) {
  if (login.kind === 'superadmin') return openSuperAdminSession(tx, context, caller, login)
  return login.kind === 'member'
    ? openMemberSession(tx, caller, context.now, login, keep)
    : openCooperativeSession(tx, caller, context.now, login, keep)
}
