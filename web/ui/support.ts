export { support } from '#domain/support.ts'
