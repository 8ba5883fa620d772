import { describe, expect, it } from 'vitest'
import { refusalMessage } from '#core/contract/refusals.ts'
import { ApiError, networkFailure, timedOut } from '#ui/api/api-error.ts'
import { loginProblem, superAdminLoginProblem } from './api.ts'

const titleOf = (error: Error) => loginProblem(error).title

describe('a failed login is explained by its status', () => {
  it('names each status of the catalogue', () => {
    expect(titleOf(new ApiError('no', { status: 401 }))).toBe('Invalid Credentials')
    expect(titleOf(new ApiError('no', { status: 403 }))).toBe('Invalid Credentials')
    expect(titleOf(new ApiError('Locked for 5 minutes', { status: 423 }))).toBe('Account Locked')
    expect(titleOf(new ApiError('no', { status: 404 }))).toBe('Account Not Found')
    expect(titleOf(new ApiError('no', { status: 503 }))).toBe('Server Error')
    expect(titleOf(networkFailure())).toBe('Connection Error')
    expect(titleOf(timedOut())).toBe('Connection Error')
    expect(loginProblem(new ApiError('Too many requests.', { status: 429 }))).toEqual({
      title: 'Login Failed',
      text: 'Too many requests.',
    })
  })

  it('shows the first field error of a form under Invalid Input', () => {
    const error = new ApiError('x', {
      status: 422,
      errors: [{ field: 'identifier', message: 'Cooperative identifier is required' }],
    })
    expect(loginProblem(error)).toEqual({ title: 'Invalid Input', text: 'Cooperative identifier is required' })
  })

  it('does not call the password of a suspended cooperative wrong', () => {
    expect(
      loginProblem(new ApiError('This cooperative is suspended. Contact support to reopen it.', { status: 403 })).title,
    ).toBe('Login Failed')
  })

  it('gives the super administrator their own sentences', () => {
    expect(superAdminLoginProblem(new ApiError('no', { status: 401 })).text).toBe(
      'Please check your username and password.',
    )
    expect(superAdminLoginProblem(new ApiError('no', { status: 403 })).text).toBe(
      'Please check your username and password.',
    )
    const ended = refusalMessage('first_password_ended', {})
    expect(superAdminLoginProblem(new ApiError(ended, { status: 403 }))).toEqual({ title: 'Login Failed', text: ended })
    expect(superAdminLoginProblem(new ApiError('no', { status: 500 })).text).toBe(
      'Unable to connect to the server. Please try again later.',
    )
  })
})
