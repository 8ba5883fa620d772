import * as z from 'zod/mini'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { day } from '#core/contract/fields.ts'
import { buildRequest } from '#ui/api/build-request.ts'

import { dayMissingProblem } from '#core/past-day.ts'

type Values = Record<string, unknown>

/**
 * What a form sends, and what is wrong with it by field, in the contract's words. `held` is the record that it changes, of which
 * only what was typed goes where the rest may be left out; `start` is sent as it is; `edits` is what was typed; `given` is sent
 * besides; `wrong` is what the form itself knows to be wrong. What is empty goes as null where the contract takes null and is left out where it may be, unless the record holds
 * something there: then it is wrong. A text goes as the contract reads it, such as a phone from its 0 in the +234 form.
 */
export function formInput(
  endpoint: Endpoint,
  {
    held = {},
    start = {},
    edits,
    given = {},
    wrong = {},
  }: { held?: Values; start?: Values; edits: Values; given?: object; wrong?: Record<string, string | undefined> },
): { input: Values; problems: Record<string, string> } {
  const values = { ...held, ...start, ...edits }
  const body = (endpoint.body?.shape ?? {}) as Record<string, z.ZodMiniType>
  const shape = Object.entries(body).map(
    ([name, schema]) => [name, isEmpty(held[name]) ? schema : neededAs(schema)] as const,
  )
  const goes = (name: string) =>
    name in start || name in edits || (name in values && body[name] && read(body[name], undefined).error)
  const input: Values = {
    ...Object.fromEntries(
      shape.filter(([name]) => goes(name)).map(([name, schema]) => [name, sent(schema, values[name])]),
    ),
    ...given,
  }
  const problems = Object.fromEntries(
    Object.entries(wrong).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])),
  )
  for (const [name, schema] of shape.filter(([key]) => key in input || !(key in values)))
    for (const { path, message } of issuesOf(schema, input[name]))
      problems[[name, ...path].join('.')] ??=
        isEmpty(input[name]) && neededAs(schema) === day ? dayMissingProblem : message
  if (Object.keys(problems).length > 0) return { input, problems }
  try {
    buildRequest(endpoint, input)
    return { input, problems: {} }
  } catch (error) {
    return { input, problems: fieldErrors(error) }
  }
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

/** Without leave to be left out. */
function neededAs(schema: z.ZodMiniType): z.ZodMiniType {
  return schema instanceof z.ZodMiniOptional ? (schema.def.innerType as z.ZodMiniType) : schema
}

/** What is not there can't be written as it is sent: it is read as the server would. */
function issuesOf(schema: z.ZodMiniType, value: unknown): readonly z.core.$ZodIssue[] {
  return (isEmpty(value) ? read(schema, value) : z.safeEncode(schema, value as never)).error?.issues ?? []
}

/** As the server reads it. */
function read(schema: z.ZodMiniType, value: unknown): { data?: unknown; error?: z.core.$ZodError } {
  return z.safeDecode(schema, value as never)
}

function sent(schema: z.ZodMiniType, value: unknown): unknown {
  if (isEmpty(value)) {
    if (!read(schema, null).error) return null
    return read(schema, undefined).error ? value : undefined
  }
  return typeof value === 'string' && !read(schema, value).error ? read(schema, value).data : value
}
