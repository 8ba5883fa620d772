let ask = (): Promise<boolean> => Promise.resolve(false)
let underWay: Promise<boolean> | undefined

/** Says how a person is asked once more who they are. */
export function confirmIdentityWith(asking: () => Promise<boolean>) {
  ask = asking
}

/** Asks once for all calls that need it at the moment; false where the person declines. */
export function confirmIdentity(): Promise<boolean> {
  underWay ??= ask().finally(() => (underWay = undefined))
  return underWay
}
