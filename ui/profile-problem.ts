import { ApiError, sentence } from '#ui/api/api-error.ts'
import * as strings from './strings.ts'

/** Why a profile could not be loaded, where its status has a sentence of its own. */
export function profileProblem(error: unknown): string {
  const status = error instanceof ApiError ? error.status : 0
  if (status >= 500) return strings.serverErrorPleaseTryAgain
  if (status === 401) return strings.authenticationFailedPleaseLogIn
  return status === 404 ? strings.profileNotFound : sentence(error)
}
