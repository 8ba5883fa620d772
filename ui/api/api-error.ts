import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

export type FieldError = { field: string; message: string }

/** Why a call failed: `network` and `timeout` never had an answer, `refused` is the server's no. */
export type ApiErrorKind = 'network' | 'timeout' | 'refused'

export class ApiError extends Error {
  override name = 'ApiError'
  readonly kind: ApiErrorKind
  /** 0 where there was no answer. */
  readonly status: number
  readonly data: unknown
  readonly errors: readonly FieldError[]
  readonly requestId: string | undefined

  constructor(
    message: string,
    rest: {
      kind?: ApiErrorKind
      status?: number
      data?: unknown
      errors?: readonly FieldError[]
      requestId?: string | undefined
    } = {},
  ) {
    super(message)
    this.kind = rest.kind ?? 'refused'
    this.status = rest.status ?? (this.kind === 'refused' ? 500 : 0)
    this.data = rest.data ?? null
    this.errors = rest.errors ?? []
    this.requestId = rest.requestId
  }
}

/** Kept, and done once another officer approves it: no refusal, and not yet what was asked for. */
export class SentForApproval extends ApiError {
  override name = 'SentForApproval'
  constructor(message: string) {
    super(message, { status: 202 })
  }
}

/** It may have been done or not: only the very same request may be sent again, as `useAction` does. */
export class Unanswered extends ApiError {
  constructor({ kind, status, requestId }: ApiError) {
    super(strings.noAnswerFromTheServer, { kind, status, requestId })
  }
}

export function networkFailure(): ApiError {
  return new ApiError(strings.unableToConnectToThe, { kind: 'network' })
}

export function timedOut(): ApiError {
  return new ApiError(strings.requestTimeoutPleaseCheckYour, { kind: 'timeout' })
}

/** No answer, or one that says "not now": the same request may work in a moment. */
export function isConnectionProblem(error: unknown): boolean {
  return error instanceof ApiError && (error.kind !== 'refused' || error.status >= 500)
}

/** The sentence for a person. A bug's own words are not shown. */
export function sentence(error: unknown): string {
  return error instanceof ApiError ? error.message : strings.somethingWentWrongPleaseTry
}

/** The first message of each field: `{ phone: 'Phone number is required' }`. */
export function fieldErrors(error: unknown): Record<string, string> {
  const fields: Record<string, string> = {}
  if (error instanceof ApiError) for (const { field, message } of error.errors) fields[field] ??= message
  return fields
}

/** The error of an answer that is not a success, whatever is in its body. */
export function errorOf(status: number, text: string): ApiError {
  let body: { message?: unknown; data?: unknown; errors?: unknown; requestId?: unknown } = {}
  try {
    body = (JSON.parse(text) ?? {}) as typeof body
  } catch {
    // A proxy's page, not our envelope: the status alone must do.
  }
  return new ApiError(
    typeof body.message === 'string' && body.message !== '' ? body.message : fill(strings.httpError, { status }),
    {
      status,
      data: body.data,
      errors: Array.isArray(body.errors) ? (body.errors as FieldError[]) : [],
      requestId: typeof body.requestId === 'string' ? body.requestId : undefined,
    },
  )
}
