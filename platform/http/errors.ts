import type { z } from 'zod'
import { refusalMessage, refusals, sentenceOf } from '#core/contract/refusals.ts'
import { Refusal } from '#core/refusal.ts'
import { isOutage } from '#platform/db/outages.ts'

/** One envelope for every "no" and every bug. */
export type ErrorReply = {
  success: false
  message: string
  status: number
  data: null
  errors?: { field: string; message: string }[]
  requestId: string
}

/** A request whose fields are not as the contract says. */
export class InvalidInput extends Error {
  override name = 'InvalidInput'
  readonly errors: { field: string; message: string }[]
  constructor(errors: { field: string; message: string }[]) {
    super(errors[0]?.message ?? 'The request is not well formed')
    this.errors = errors
  }
}

/** What was delivered to a webhook is not signed by its provider. */
export class WrongSignature extends Error {
  override name = 'WrongSignature'
}

/** At most this many bad fields are named; a file of ten thousand wrong rows has its own list. */
const errorsNamedMax = 1000

/** Said of a value for which the contract has no sentence; zod's own words speak to programmers. */
const unsaid = 'Invalid input'

/** How a request is read: what zod would say by itself is replaced before anyone hears it, whichever of its languages is loaded. */
export const readingRequests = { reportInput: true, error: () => unsaid }

export function invalidInput(issues: readonly z.core.$ZodIssue[]): InvalidInput {
  return new InvalidInput(issues.flatMap(fieldErrors).slice(0, errorsNamedMax))
}

function fieldErrors(issue: z.core.$ZodIssue): { field: string; message: string }[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      field: [...issue.path, key].join('.'),
      message: `${key} is not a field of this request`,
    }))
  }
  const field = issue.path.join('.')
  const message = issue.message === unsaid ? wrongType(issue, field) : issue.message
  return [{ field, message }]
}

function wrongType(issue: z.core.$ZodIssue, field: string): string {
  const name = field || 'The request body'
  if (issue.code !== 'invalid_type') return `${name} is not in a form that can be used`
  return issue.input === undefined
    ? `${name} is required`
    : `${name} must be ${kinds[issue.expected] ?? 'in another form'}`
}

/** What a value must be, in words that are no programmer's. */
const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

/** What goes back for anything thrown; `bug` where only we can do something about it. */
export function errorReply(
  error: unknown,
  requestId: string,
): { reply: ErrorReply; headers: Record<string, string>; bug: boolean } {
  if (error instanceof Refusal) {
    const { status } = typeof error.code === 'string' ? refusals[error.code] : error.code
    const message = sentenceOf(error)
    const { retryAfterSeconds } = error.detail
    const fields = [error, ...error.also].flatMap(({ code, detail }) =>
      detail.field === undefined ? [] : [{ field: detail.field, message: refusalMessage(code, detail) }],
    )
    return {
      reply: envelope(status, message, requestId, fields.length === 0 ? undefined : fields),
      headers:
        status === 429 || status === 503 || status === 423 ? { 'retry-after': String(retryAfterSeconds ?? 2) } : {},
      bug: false,
    }
  }
  if (error instanceof InvalidInput)
    return { reply: envelope(422, error.message, requestId, error.errors), headers: {}, bug: false }
  if (error instanceof WrongSignature)
    return { reply: envelope(401, 'The signature does not match the body.', requestId), headers: {}, bug: false }
  const known =
    isOutage(error, 'during') || isDiskReadOnly(error)
      ? busy
      : isBrokenUpload(error)
        ? brokenUpload
        : (transportErrors[errorCode(error)] ?? (isRefusedByParser(error) ? unreadable : undefined))
  if (known)
    return {
      reply: envelope(known.status, known.message, requestId),
      headers: known.status === 503 ? { 'retry-after': '2' } : {},
      bug: false,
    }
  return {
    reply: envelope(500, 'Something went wrong on our side. Nothing was changed. Please try again.', requestId),
    headers: {},
    bug: true,
  }
}

function envelope(
  status: number,
  message: string,
  requestId: string,
  errors?: { field: string; message: string }[],
): ErrorReply {
  return { success: false, message, status, data: null, ...(errors && { errors }), requestId }
}

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** The disk under the database turned read-only, which PostgreSQL gives the code of a missing privilege. */
function isDiskReadOnly(error: unknown): boolean {
  return errorCode(error) === '42501' && error instanceof Error && error.message.endsWith(': Read-only file system')
}

/** The parser of uploads tells what is wrong with one only in these words. */
function isBrokenUpload(error: unknown): boolean {
  return (
    error instanceof Error &&
    /^Multipart: Boundary not found|unexpected end of (?:multipart data|form)|^Malformed part header|^The needle cannot have a length/i.test(
      error.message,
    )
  )
}

/** Whatever else the HTTP library finds wrong with a request is its sender's, and no alarm of ours. */
function isRefusedByParser(error: unknown): boolean {
  const { statusCode } = error as { statusCode?: unknown }
  return errorCode(error).startsWith('FST_') && typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500
}

const unreadable = { status: 400, message: 'This is not a request that can be read.' }
const brokenUpload = { status: 400, message: 'The file did not arrive whole. Send it again.' }
const notJson = { status: 400, message: 'The request body is not valid JSON.' }
const busy = { status: 503, message: refusalMessage('overloaded', {}) }

/** What the HTTP library refuses before a use case can. */
const transportErrors: Record<string, { status: number; message: string }> = {
  FST_ERR_CTP_INVALID_JSON_BODY: notJson,
  FST_ERR_CTP_EMPTY_JSON_BODY: notJson,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: notJson,
  FST_ERR_BAD_URL: { status: 400, message: 'This address is not well formed.' },
  FST_ERR_MAX_PARAM_LENGTH: { status: 414, message: 'This address is too long.' },
  FST_ERR_CTP_BODY_TOO_LARGE: { status: 413, message: 'This request is too large.' },
  FST_REQ_FILE_TOO_LARGE: { status: 413, message: 'This file is too large.' },
  FST_FILES_LIMIT: { status: 422, message: 'Send one file.' },
  FST_PARTS_LIMIT: { status: 422, message: 'Send one file.' },
  FST_FIELDS_LIMIT: { status: 422, message: 'Send one file.' },
  FST_PROTO_VIOLATION: { status: 422, message: 'This field name is not allowed.' },
  FST_INVALID_JSON_FIELD_ERROR: { status: 422, message: 'A field of this form is not valid JSON.' },
  FST_MP_PREMATURE_CLOSE: brokenUpload,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { status: 415, message: 'Send the request as JSON.' },
  FST_INVALID_MULTIPART_CONTENT_TYPE: { status: 415, message: 'Send the file as multipart/form-data.' },
}
