/** How many different goods one application may list, and how many of each. */
export const goodsLinesMax = 20
export const goodsQuantityMax = 1000
