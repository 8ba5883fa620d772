import { logout } from '#features/access/login/contract.ts'
import { type Endpoint, loginProofField, type StepUpField } from '#core/contract/endpoint.ts'
import { type Actor, type CooperativeActor, whyNotMay } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'

/** The actor, where they are one and may use this endpoint now. */
export function permit(endpoint: Endpoint, actor: Actor | undefined): Actor {
  if (!actor) return refuse('not_signed_in')
  if (actor.role === 'coop_admin' && actor.keyScopes && !actor.keyScopes.some((scope) => scope === endpoint.keyScope))
    return refuse('key_out_of_scope', { scope: endpoint.keyScope })
  if (isSupport(actor) && endpoint.method !== 'GET' && endpoint.path !== logout.path)
    return refuse('support_reads_only')
  if (endpoint.access === 'public' || endpoint.access === 'signed_in') return actor
  // Whatever is anybody's who is signed in stays open: choosing a password and setting up a second factor are part of it.
  if (actor.passwordMissing) return refuse('own_password_missing')
  if (actor.secondFactorMissing) return refuse('second_factor_missing')
  const reason = whyNotMay(actor, endpoint.access)
  return reason ? refuse(reason) : actor
}

/** Whether it is a super administrator who looks at a cooperative's records. */
export function isSupport(actor: Actor | undefined): actor is CooperativeActor {
  return actor?.role === 'coop_admin' && actor.isSupport === true
}

/**
 * Refuses login_not_proved where this endpoint asks for a login that was proved and this one was only opened by a code which
 * others may have seen, and step_up_required where it asks for a proof of who is there and the last one is too old.
 */
export function requireProof(
  { needsProof, stepUp }: Endpoint,
  actor: Actor | undefined,
  now: Date,
  input?: object,
): void {
  if (needsProof && actor?.proofMissing) refuse('login_not_proved', { field: loginProofField })
  if (
    stepUp &&
    [stepUp].flat().some((asked) => asked === true || asksFor(asked, input)) &&
    actor?.provedUntil &&
    actor.provedUntil <= now
  )
    refuse('step_up_required')
}

function asksFor({ field, values }: StepUpField, input: object = {}): boolean {
  const given = (input as Record<string, unknown>)[field]
  return given !== undefined && (values === undefined || (typeof given === 'string' && values.includes(given)))
}
