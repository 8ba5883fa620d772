import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { getCooperativeProfile, getStatistics, registerCooperative, uploadCacDocument } from '#contract/cooperatives.ts'
import { ApiError, fieldErrors, sentence } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { upload } from '#web/api/upload.ts'
import { useAction } from '#web/api/use-action.ts'

export const cooperativeQueries = {
  all: ['cooperatives'] as const,
  profile: () =>
    queryOptions({
      queryKey: [...cooperativeQueries.all, 'profile'],
      queryFn: ({ signal }) => call(getCooperativeProfile, {}, { signal }),
    }),
  statistics: () =>
    queryOptions({
      queryKey: [...cooperativeQueries.all, 'statistics'],
      queryFn: ({ signal }) => call(getStatistics, {}, { signal }),
    }),
}

export function useRegisterCooperative() {
  return useAction(registerCooperative)
}

export function useUploadCacDocument(onProgress: (part: number) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (file: File) => upload(uploadCacDocument, file, onProgress),
    onSuccess: () => queries.invalidateQueries({ queryKey: cooperativeQueries.all }),
  })
}

export type Problem = { title: string; text: string }

/** The words for a registration that failed, by status as the specification maps them. */
export function registrationProblem(error: Error): Problem {
  const message = sentence(error)
  const status = error instanceof ApiError ? error.status : 500
  if (fieldErrors(error)['confirmpassword'] === 'Passwords do not match') return { title: 'Password Mismatch', text: 'Passwords do not match' }
  if (status === 400) return { title: 'Invalid Data', text: message }
  if (status === 409) return { title: 'Already Exists', text: 'A cooperative with this phone number exists.' }
  if (status === 422) return { title: 'Validation Error', text: error instanceof ApiError ? (error.errors[0]?.message ?? message) : message }
  if (status >= 500) return { title: 'Server Error', text: 'Our servers are temporarily unavailable. Please try again in a few minutes.' }
  if (status === 0) return { title: 'Connection Error', text: message }
  return { title: 'Registration Failed', text: message || 'Failed to register cooperative' }
}
