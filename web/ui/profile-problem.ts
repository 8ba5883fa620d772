import { ApiError, sentence } from '#web/api/api-error.ts'

/** Why a profile could not be loaded, where its status has a sentence of its own. */
export function profileProblem(error: unknown): string {
  const status = error instanceof ApiError ? error.status : 0
  if (status >= 500) return 'Server error: Please try again later'
  if (status === 401) return 'Authentication failed: Please log in again'
  return status === 404 ? 'Profile not found' : sentence(error)
}
