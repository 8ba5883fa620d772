import type { Endpoint, PageOf, Parsed, Replied } from '#core/contract/endpoint.ts'
import type { Actor, MemberActor, SuperAdminActor, TenantActor } from '#core/actor.ts'
import { type Day, dayIn } from '#core/calendar.ts'
import type { ChangeRequestId } from '#core/ids.ts'
import { type Refusal, refuse } from '#core/refusal.ts'
import type { Caller, Context } from './context.ts'
import type { Tx } from './db/tx.ts'
import type { FileDraft, FileReply, LongFile } from './files/file-draft.ts'

/** An uploaded file, as it came. */
export type UploadedFile = {
  fileName: string
  content: Buffer
  /** The one of a workbook that is meant, where the request says it. */ sheet?: string
}

/** What is in place of a reply whose act waits for a second officer. */
export class SentForApproval {
  readonly changeRequestId: ChangeRequestId
  constructor(changeRequestId: ChangeRequestId) {
    this.changeRequestId = changeRequestId
  }
}

/** Where a browser is to go next, on this site or at the third party. */
export type RedirectReply = { location: string }

/** What a use case answers for an endpoint: its reply, a page of a list, a file or where to go. */
export type Reply<E> =
  | (E extends { kind: 'list' }
      ? PageOf<Replied<E>>
      : E extends { kind: 'file' }
        ? FileReply | LongFile | FileDraft
        : E extends { kind: 'redirect' }
          ? RedirectReply
          : Replied<E>)
  | (E extends { formats: object } ? FileDraft : never)
  | (E extends { mayWait: true } ? SentForApproval : never)

/** What a use case is given: what was sent, a file as it came, which page of a list. */
export type InputOf<E> = Parsed<E> &
  (E extends { upload: object } ? { file: UploadedFile } : unknown) &
  (E extends { kind: 'list' } ? { page: number; limit: number } : unknown)

/** With what an action works: its transaction, who acts, the moment and its day in Nigeria, and what lives as long as the server. */
export type Ask<By extends TenantActor | SuperAdminActor = TenantActor> = {
  tx: Tx
  actor: By
  now: Date
  today: Day
  context: Context
}

/** For who calls an action from outside of one: a job, a seed, a use case of the older form. */
export function askOf<By extends TenantActor | SuperAdminActor>(tx: Tx, actor: By, context: Context): Ask<By> {
  return { tx, actor, context, now: context.now, today: dayIn(context.now) }
}

/** What serves an endpoint. Another action calls it with its own `ask`, and so shares its transaction. */
export type Action<E extends Endpoint, Input, Answer> = ((ask: Ask, input: Input) => Promise<Answer>) & { endpoint: E }

/** What serves an endpoint of the super administrator. */
export type PlatformAction<E extends Endpoint, Answer> = ((
  ask: Ask<SuperAdminActor>,
  input: InputOf<E>,
) => Promise<Answer>) & { endpoint: E; servedTo: 'platform' }

/** What serves an endpoint of a cooperative and of the super administrator alike. */
export type SharedAction<E extends Endpoint, Answer> = ((
  ask: Ask<TenantActor | SuperAdminActor>,
  input: InputOf<E>,
) => Promise<Answer>) & { endpoint: E; servedTo: 'both' }

/** What serves an endpoint that needs no cooperative. */
export type OpenAction<E extends Endpoint, Answer> = ((
  context: Context,
  caller: Caller,
  input: InputOf<E>,
  actor: Actor | undefined,
) => Promise<Answer>) & { endpoint: E; servedTo: 'anyone' }

/**
 * Serves an endpoint inside one cooperative: what was sent and what goes back are typed by the contract. `routesOf`
 * (platform/http/routes-of.ts) binds whatever a file exports of these. A refusal that is thrown undoes the transaction, one that is
 * returned keeps it.
 */
export function action<E extends Endpoint, Answer extends Reply<E> | Refusal>(
  endpoint: E,
  work: (ask: Ask, input: InputOf<E>) => Promise<Answer>,
): Action<E, InputOf<E>, Answer> {
  // A function of its own each time: one work may serve two endpoints.
  return Object.assign((ask: Ask, input: InputOf<E>) => work(ask, input), { endpoint })
}

/** An action for what only members do. Refuses: not_permitted. */
export function memberAction<E extends Endpoint, Answer extends Reply<E> | Refusal>(
  endpoint: E,
  work: (ask: Ask<MemberActor>, input: InputOf<E>) => Promise<Answer>,
): Action<E, InputOf<E>, Answer> {
  return action(endpoint, async (ask, input) => {
    const { actor } = ask
    return actor.role === 'member' ? work({ ...ask, actor }, input) : refuse('not_permitted')
  })
}

/** An action of the super administrator, in a transaction of the platform. */
export function platformAction<E extends Endpoint, Answer extends Reply<E> | Refusal>(
  endpoint: E,
  work: (ask: Ask<SuperAdminActor>, input: InputOf<E>) => Promise<Answer>,
): PlatformAction<E, Answer> {
  return Object.assign((ask: Ask<SuperAdminActor>, input: InputOf<E>) => work(ask, input), {
    endpoint,
    servedTo: 'platform' as const,
  })
}

/** An action of people of a cooperative and of the super administrator, each in a transaction of their own kind. */
export function sharedAction<E extends Endpoint, Answer extends Reply<E> | Refusal>(
  endpoint: E,
  work: (ask: Ask<TenantActor | SuperAdminActor>, input: InputOf<E>) => Promise<Answer>,
): SharedAction<E, Answer> {
  return Object.assign((ask: Ask<TenantActor | SuperAdminActor>, input: InputOf<E>) => work(ask, input), {
    endpoint,
    servedTo: 'both' as const,
  })
}

/** Serves what needs no cooperative, such as a page that anyone sees: it opens transactions of its own. */
export function openAction<E extends Endpoint, Answer extends Reply<E> | Refusal>(
  endpoint: E,
  work: (context: Context, caller: Caller, input: InputOf<E>, actor: Actor | undefined) => Promise<Answer>,
): OpenAction<E, Answer> {
  const served: typeof work = (context, caller, input, actor) => work(context, caller, input, actor)
  return Object.assign(served, { endpoint, servedTo: 'anyone' as const })
}

/** An open action of a person who is signed in, in any role. Refuses: not_signed_in. */
export function signedInAction<E extends Endpoint, Answer extends Reply<E> | Refusal>(
  endpoint: E,
  work: (context: Context, actor: Actor, input: InputOf<E>, caller: Caller) => Promise<Answer>,
): OpenAction<E, Answer> {
  return openAction(endpoint, async (context, caller, input, actor) =>
    actor ? work(context, actor, input, caller) : refuse('not_signed_in'),
  )
}

/**
 * An action of which something slow comes before its transaction, such as making a key pair, so that neither a connection nor a lock
 * waits for it. Its work looks whether what was prepared still holds; another action gives it what it prepared itself.
 */
export function preparedAction<
  E extends Endpoint,
  Prepared,
  Input extends Parsed<E> & { prepared: Prepared },
  Answer extends Reply<E> | Refusal,
>(
  endpoint: E,
  prepare: (actor: TenantActor, input: Parsed<E>, context: Context) => Promise<Prepared>,
  work: (ask: Ask, input: Input) => Promise<Answer>,
): Action<E, Input, Answer> & { prepare: typeof prepare } {
  return Object.assign((ask: Ask, input: Input) => work(ask, input), { endpoint, prepare })
}

/** An action that takes a file. `read` comes before the transaction, so that neither a connection nor a lock waits for a large file or a hostile one. */
export function uploadAction<E extends Endpoint & { upload: object }, File, Answer extends Reply<E> | Refusal>(
  endpoint: E,
  read: (file: UploadedFile) => Promise<File>,
  work: (ask: Ask, input: Parsed<E> & { file: File }) => Promise<Answer>,
): Action<E, Parsed<E> & { file: File }, Answer> & { read: (file: UploadedFile) => Promise<File> } {
  return Object.assign((ask: Ask, input: Parsed<E> & { file: File }) => work(ask, input), { endpoint, read })
}
