import type { Endpoint, Parsed } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import type { ChangeRequestId } from '#core/ids.ts'
import { type Action, type Ask, askOf, type Reply } from '#platform/action.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { askForChange, type Change } from './ask-for-change.ts'

type Asking<E extends Endpoint> = (
  tx: Tx,
  actor: TenantActor,
  input: Parsed<E>,
  context: Context,
) => Promise<ChangeRequestId | undefined>

/**
 * An action that waits for another officer wherever there is one: `describe` says what it would change, as `askForChange` keeps it;
 * undefined where nothing of it takes two officers. `refuseAsking` looks at who asks, not at who agrees.
 */
export function waitingAction<E extends Endpoint & { mayWait: true }, Answer extends Reply<E>>(
  endpoint: E,
  describe: (ask: Ask, input: Parsed<E>) => Promise<Change | undefined>,
  work: (ask: Ask, input: Parsed<E>) => Promise<Answer>,
  refuseAsking?: (ask: Ask, input: Parsed<E>) => Promise<void> | void,
): Action<E, Parsed<E>, Answer> & { ask: Asking<E> } {
  const older =
    <Result>(of: (ask: Ask, input: Parsed<E>) => Result) =>
    (tx: Tx, actor: TenantActor, input: Parsed<E>, context: Context) =>
      of(askOf(tx, actor, context), input)
  return Object.assign(
    (ask: Ask, input: Parsed<E>) => work(ask, input),
    askForChange(endpoint, older(describe), older(work), refuseAsking && older(refuseAsking)),
  )
}
