/** `waiting`: its purchase waits for approval. `depreciated`: down to its salvage value, and still in use. */
export const assetStates = ['waiting', 'in_use', 'depreciated', 'disposed'] as const
export type AssetState = (typeof assetStates)[number]

export const assetStateNames: Readonly<Record<AssetState, string>> = {
  waiting: 'Waits for approval',
  in_use: 'In use',
  depreciated: 'Fully depreciated',
  disposed: 'Disposed of',
}
