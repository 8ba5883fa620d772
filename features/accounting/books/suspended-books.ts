import * as z from 'zod/mini'
import { typedCode } from '#features/access/login/credentials.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { loginCooperative } from '#features/access/login/contract.ts'

const { identifier, password } = loginCooperative.body.shape

export const downloadSuspendedBooks = endpoint({
  method: 'POST',
  path: '/cooperatives/suspended-books',
  summary:
    'The books of a suspended cooperative as a zip of Excel and CSV files, for its own login. It opens no session.',
  access: 'public',
  says: null,
  changes: [],
  body: z.strictObject({
    identifier,
    password,
    /** Of the authenticator app, or a recovery code, where the login has a second factor. */
    code: z.optional(typedCode),
  }),
  kind: 'file',
  reply: z.null(),
})
