/** Whether two codes name one sub-account: letter case and spaces around them make no other (`platform.code_key` in the database). */
export function isSameSubaccount(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && keyOf(one) === keyOf(other)
}

function keyOf(code: string): string {
  return code.trim().toLowerCase()
}
